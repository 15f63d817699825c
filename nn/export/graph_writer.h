#pragma once

#include <string>
#include <vector>

#include "nn/backend/graph_names.h"
#include "nn/network/network.h"

namespace raichi {

/// (Knows LibTorch: for nn/*.cc only.)

/// What a graph computes of values it has. [N, C] and [N, C, S, S] are the shapes of values.
enum class GraphOp {
  kAdd,         // a + b, of equal shapes or one spread over the other's
  kSubtract,    //
  kMultiply,    //
  kDivide,      //
  kMinimum,     //
  kMaximum,     //
  kRelu,        //
  kExp,         //
  kSqrt,        //
  kSoftmax,     // over C of [N, C]
  kSumSquares,  // [N, C, S, S] -> [N, C]
  kMaxSquares,  // likewise
  kJoin,        // several [N, C] one after the other
  kPerSquare,   // [N, C] -> [N, C, 1, 1]
  kBySquare,    // [N, C, S, S] -> [N, S * S * C], squares first: the order of policy indices
  kDropLast,    // [N, 1] -> [N]
  kWiden,       // the body's precision to f32
  kNarrow,      // f32 to the body's precision
};

/// Takes down a network for inference in an exchange format, one value after the other. Values are
/// known by the names that the writer gives them. Convolutions are in the body's precision (f32 or
/// f16), linear layers in f32; weights are stored in the body's precision.
class GraphWriter {
 public:
  using Value = std::string;

  virtual ~GraphWriter() = default;
  virtual Value Apply(GraphOp op, const std::vector<Value>& in) = 0;
  virtual Value Constant(float value) = 0;
  /// Columns or channels [begin, end) of an f32 value.
  virtual Value Channels(const Value& in, int begin, int end) = 0;
  /// A folded convolution, padded to keep the size; `name` is that of its weights.
  virtual Value Conv(const Value& in, const std::string& name, const ConvNorm& layer) = 0;
  virtual Value Linear(const Value& in, const std::string& name, const LinearLayer& layer) = 0;
  virtual void Output(const std::string& name, const Value& value) = 0;
};

/// Writes a folded network (docs/network.md, "Architecture") without its auxiliary heads. The
/// board is read from the first plane, so boards of several sizes may share a batch.
void WriteGraph(const Network& folded, GraphWriter* graph);

}  // namespace raichi
