#include "nn/export/onnx_graph.h"

#include <algorithm>
#include <optional>

#include "nn/export/model_export.h"
#include "nn/export/onnx_writer.h"
#include "nn/input/policy_index.h"

namespace raichi {
namespace {

using Value = OnnxWriter::Value;

/// Writes the layers of a network, each when its result is first needed. The bytes of an export
/// depend on the order of the operators, so every operator is a statement of its own.
class NetworkGraph {
 public:
  NetworkGraph(const FoldedNetwork& network, OnnxWriter* graph)
      : network_(network),
        graph_(*graph),
        values_(network.layers.size()),
        applied_(values_.size()) {}

  void Write() {
    WriteBoard();
    WriteInputs();
    for (size_t i = 0; i < values_.size(); ++i) {
      if (network_.layers[i].IsAuxiliary()) continue;
      WriteOutput(network_.layers[i], ValueOf(static_cast<int>(i)));
    }
  }

 private:
  template <typename... Values>
  Value Op(GraphOp op, const Values&... in) {
    return graph_.Apply(op, {in...});
  }
  Value Narrow(const Value& x) { return Op(GraphOp::kNarrow, x); }

  /// Writes the mask of the board's squares, their number, and the factor by which pooling scales
  /// means.
  void WriteBoard() {
    const Value board = graph_.Channels(kPlanesInput, 0, 1);
    mask_ = Narrow(board);
    area_ = Op(GraphOp::kSumSquares, board);
    const Value side = Op(GraphOp::kSqrt, area_);
    const Value ten = graph_.Constant(10);
    const Value nine = graph_.Constant(9);
    const Value difference = Op(GraphOp::kSubtract, side, nine);
    scale_ = Op(GraphOp::kDivide, difference, ten);
  }

  /// Applies the layers that read the inputs, without adding their biases and residual.
  void WriteInputs() {
    for (const int input : {Layer::kNumbersInput, Layer::kPlanesInput}) {
      for (size_t i = 0; i < values_.size(); ++i) {
        if (network_.layers[i].input != input) continue;
        const bool is_planes = input == Layer::kPlanesInput;
        applied_[i] = Apply(i, is_planes ? Narrow(kPlanesInput) : Value(kNumbersInput));
      }
    }
  }

  const Value& ValueOf(int index) {
    const auto i = static_cast<size_t>(index);
    if (!values_[i]) Compute(i);
    return *values_[i];
  }

  void Compute(size_t i) {
    const Layer& layer = network_.layers[i];
    Value y = Sum(i);
    if (layer.relu) y = Op(GraphOp::kRelu, y);
    if (layer.masked) y = Op(GraphOp::kMultiply, y, mask_);
    values_[i] = y;
  }

  /// Writes a layer and adds its residual and bias. With a residual, the layer is written first,
  /// then the residual, then the bias; without, the bias is written before the layer.
  Value Sum(size_t i) {
    const Layer& layer = network_.layers[i];
    if (applied_[i]) return AddBias(*applied_[i], layer);
    if (layer.residual >= 0) {
      const Value y = Apply(i, ValueOf(layer.input));
      return AddBias(Op(GraphOp::kAdd, y, ValueOf(layer.residual)), layer);
    }
    if (layer.bias < 0) return Apply(i, ValueOf(layer.input));
    const Value bias = PerSquare(ValueOf(layer.bias));
    const Value y = Apply(i, ValueOf(layer.input));
    return Op(GraphOp::kAdd, y, bias);
  }

  Value AddBias(const Value& y, const Layer& layer) {
    if (layer.bias < 0) return y;
    const Value bias = PerSquare(ValueOf(layer.bias));
    return Op(GraphOp::kAdd, y, bias);
  }

  Value Apply(size_t i, const Value& in) {
    const Layer& layer = network_.layers[i];
    const FoldedLayer& weights = network_.weights[i];
    switch (layer.kind) {
      case LayerKind::kConv:
      case LayerKind::kSquares:
        return graph_.Conv(in, layer, weights);
      case LayerKind::kLinear:
        return graph_.Linear(layer.pools ? Pool(in) : in, layer, weights);
    }
    return {};
  }

  /// Repeats features [N, C] on every square.
  Value PerSquare(const Value& x) { return Op(GraphOp::kPerSquare, Narrow(x)); }

  /// Writes global pooling: means, means scaled by the board's size, and maxima.
  Value Pool(const Value& x) {
    const Value wide = Op(GraphOp::kWiden, x);
    const Value sum = Op(GraphOp::kSumSquares, wide);
    const Value mean = Op(GraphOp::kDivide, sum, area_);
    const Value maximum = Op(GraphOp::kMaxSquares, wide);
    const Value scaled = Op(GraphOp::kMultiply, mean, scale_);
    return Op(GraphOp::kJoin, mean, scaled, maximum);
  }

  void WriteOutput(const Layer& layer, const Value& y) {
    if (layer.output == LayerOutput::kPolicy) {
      graph_.Output(kPolicyOutput, AddDestinations(Logits(y)));
    }
    if (layer.output == LayerOutput::kValue) WriteValue(y);
  }

  Value Logits(const Value& y) {
    const Value wide = Op(GraphOp::kWiden, y);
    return Op(GraphOp::kBySquare, wide);
  }

  /// Adds what depends on the squares that moves reach, if the network has it.
  Value AddDestinations(const Value& logits) {
    const auto layer = std::ranges::find(network_.layers, LayerOutput::kQuery, &Layer::output);
    if (layer == network_.layers.end()) return logits;
    const auto index = static_cast<int>(layer - network_.layers.begin());
    const Value queries = Op(GraphOp::kWiden, ValueOf(index));
    const Value keys = Op(GraphOp::kWiden, ValueOf(layer->input));
    const Value pairs = Op(GraphOp::kPairs, queries, keys);
    const int canvas = network_.config.canvas;
    std::vector<int64_t> of_moves = ReachedSquares(canvas);
    for (size_t i = 0; i < of_moves.size(); ++i) {
      const int left = static_cast<int>(i) / PolicyChannels(canvas);
      of_moves[i] += static_cast<int64_t>(left) * canvas * canvas;
    }
    const Value products = graph_.Gather(pairs, of_moves);
    return Op(GraphOp::kAdd, logits, products);
  }

  void WriteValue(const Value& y) {
    const Value wdl = graph_.Channels(y, ValueRow::kWin, ValueRow::kLoss + 1);
    graph_.Output(kWdlOutput, Op(GraphOp::kSoftmax, wdl));
    const Value most = graph_.Constant(kMaxLogMovesLeft);
    const Value row = graph_.Channels(y, ValueRow::kMovesLeft, ValueRow::kMovesLeft + 1);
    const Value log_moves = Op(GraphOp::kMinimum, row, most);
    const Value one = graph_.Constant(1);
    const Value exponential = Op(GraphOp::kExp, log_moves);
    const Value moves = Op(GraphOp::kSubtract, exponential, one);
    const Value zero = graph_.Constant(0);
    const Value positive = Op(GraphOp::kMaximum, moves, zero);
    graph_.Output(kMovesLeftOutput, Op(GraphOp::kDropLast, positive));
  }

  const FoldedNetwork& network_;
  OnnxWriter& graph_;
  std::vector<std::optional<Value>> values_;   // results of the layers written so far
  std::vector<std::optional<Value>> applied_;  // results of input layers before additions
  Value mask_, area_, scale_;
};

}  // namespace

std::string OnnxBytes(const FoldedNetwork& network, const ExportConfig& config,
                      const std::map<std::string, std::string>& words) {
  OnnxWriter writer(network.config.canvas, config.half, config.batch);
  NetworkGraph(network, &writer).Write();
  return writer.Bytes(words);
}

}  // namespace raichi
