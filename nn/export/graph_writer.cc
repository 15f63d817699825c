#include "nn/export/graph_writer.h"

namespace raichi {
namespace {

using Value = GraphWriter::Value;

constexpr float kMostLogMoves = 10;  // as the evaluators cut it

/// Writes the parts of a network one after the other.
class NetworkScribe {
 public:
  NetworkScribe(const Network& network, GraphWriter* graph) : network_(network), graph_(*graph) {}

  void Write() {
    const Value board = graph_.Channels(kPlanesInput, 0, 1);
    mask_ = Narrow(board);
    area_ = Op(GraphOp::kSumSquares, board);
    const Value side = Op(GraphOp::kSqrt, area_);
    scale_ =
        Op(GraphOp::kDivide, Op(GraphOp::kSubtract, side, graph_.Constant(9)), graph_.Constant(10));
    const Value x = Body();
    WritePolicy(x);
    WriteValue(x);
  }

 private:
  template <typename... Values>
  Value Op(GraphOp op, const Values&... in) {
    return graph_.Apply(op, {in...});
  }
  Value Narrow(const Value& x) { return Op(GraphOp::kNarrow, x); }
  Value Relu(const Value& x) { return Op(GraphOp::kRelu, x); }
  Value Add(const Value& a, const Value& b) { return Op(GraphOp::kAdd, a, b); }
  Value Masked(const Value& x) { return Op(GraphOp::kMultiply, x, mask_); }
  /// Numbers [N, C] for all squares alike.
  Value PerSquare(const Value& x) { return Op(GraphOp::kPerSquare, Narrow(x)); }

  /// Means, means scaled by the board's size, and maxima over the squares of the board.
  Value Pool(const Value& x) {
    const Value wide = Op(GraphOp::kWiden, x);
    const Value mean = Op(GraphOp::kDivide, Op(GraphOp::kSumSquares, wide), area_);
    return Op(GraphOp::kJoin, mean, Op(GraphOp::kMultiply, mean, scale_),
              Op(GraphOp::kMaxSquares, wide));
  }

  Value Block(const Value& x, const std::string& name, const Network::Block& block) {
    const Value inner = Masked(Relu(graph_.Conv(x, name + ".first", block.first)));
    Value y = Add(graph_.Conv(inner, name + ".second", block.second), x);
    if (block.pool.weight.defined()) {
      y = Add(y, PerSquare(graph_.Linear(Pool(inner), name + ".pool", block.pool)));
    }
    return Masked(Relu(y));
  }

  Value Body() {
    const Value numbers = graph_.Linear(kNumbersInput, "stem.numbers", network_.numbers);
    const Value stem = graph_.Conv(Narrow(kPlanesInput), "stem", network_.stem);
    Value x = Masked(Relu(Add(stem, PerSquare(numbers))));
    for (size_t i = 0; i < network_.blocks.size(); ++i) {
      x = Block(x, "block" + std::to_string(i), network_.blocks[i]);
    }
    return x;
  }

  void WritePolicy(const Value& x) {
    const Value global = Masked(Relu(graph_.Conv(x, "policy.global", network_.policy_global)));
    const Value bias = graph_.Linear(Pool(global), "policy.pool", network_.policy_pool);
    const Value moves =
        Relu(Add(graph_.Conv(x, "policy.move", network_.policy_move), PerSquare(bias)));
    ConvNorm out;
    out.weight = network_.policy_out.weight.unsqueeze(-1).unsqueeze(-1);
    out.bias = network_.policy_out.bias;
    const Value logits = Op(GraphOp::kWiden, graph_.Conv(moves, "policy.out", out));
    graph_.Output(kPolicyOutput, Op(GraphOp::kBySquare, logits));
  }

  void WriteValue(const Value& x) {
    const Value squares = Masked(Relu(graph_.Conv(x, "value.square", network_.value_square)));
    const Value hidden = Relu(graph_.Linear(Pool(squares), "value.hidden", network_.value_hidden));
    const Value out = graph_.Linear(hidden, "value.out", network_.value_out);
    graph_.Output(kWdlOutput, Op(GraphOp::kSoftmax, graph_.Channels(out, 0, 3)));
    const Value log_moves =
        Op(GraphOp::kMinimum, graph_.Channels(out, 3, 4), graph_.Constant(kMostLogMoves));
    const Value moves = Op(GraphOp::kSubtract, Op(GraphOp::kExp, log_moves), graph_.Constant(1));
    graph_.Output(kMovesLeftOutput,
                  Op(GraphOp::kDropLast, Op(GraphOp::kMaximum, moves, graph_.Constant(0))));
  }

  const Network& network_;
  GraphWriter& graph_;
  Value mask_, area_, scale_;
};

}  // namespace

void WriteGraph(const Network& folded, GraphWriter* graph) { NetworkScribe(folded, graph).Write(); }

}  // namespace raichi
