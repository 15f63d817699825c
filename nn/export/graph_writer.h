#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nn/backend/model_export.h"
#include "nn/network/network.h"

namespace raichi {

/// Includes LibTorch headers, so only code of the LibTorch library may include this header.

/// Operators of a graph. [N, C] and [N, C, S, S] are the shapes of their operands and results.
enum class GraphOp {
  kAdd,         // a + b, of equal shapes or with one broadcast to the shape of the other
  kSubtract,    // a - b, likewise
  kMultiply,    // a * b, likewise
  kDivide,      // a / b, likewise
  kMinimum,     // min(a, b), likewise
  kMaximum,     // max(a, b), likewise
  kRelu,        //
  kExp,         //
  kSqrt,        //
  kSoftmax,     // over C of [N, C]
  kSumSquares,  // [N, C, S, S] -> [N, C]
  kMaxSquares,  // [N, C, S, S] -> [N, C]
  kJoin,        // several [N, C] concatenated along C
  kPerSquare,   // [N, C] -> [N, C, 1, 1]
  kBySquare,    // [N, C, S, S] -> [N, S * S * C], by square and then channel, as policy indices
  kPairs,       // [N, C, S, S] twice -> [N, S^4]: scalar products over C of every two squares
  kDropLast,    // [N, 1] -> [N]
  kWiden,       // from the precision of convolutions to f32
  kNarrow,      // from f32 to the precision of convolutions
};

/// Writes a network for inference in an exchange format, operator by operator. Each operator
/// returns a name that identifies its result. Convolutions compute in f32 or f16, linear layers in
/// f32; all weights are stored in the precision of the convolutions.
class GraphWriter {
 public:
  using Value = std::string;

  virtual ~GraphWriter() = default;
  virtual Value Apply(GraphOp op, const std::vector<Value>& in) = 0;
  virtual Value Constant(float value) = 0;
  /// Selects the channels [begin, end) of an f32 value.
  virtual Value Channels(const Value& in, int begin, int end) = 0;
  /// Selects columns of an f32 value [N, C].
  virtual Value Gather(const Value& in, const std::vector<int64_t>& columns) = 0;
  /// Adds a convolution without normalization, padded with zeros to keep the size. `name` is the
  /// prefix of the names of its weights.
  virtual Value Conv(const Value& in, const std::string& name, const LayerWeights& layer) = 0;
  virtual Value Linear(const Value& in, const std::string& name, const LayerWeights& layer) = 0;
  virtual void Output(const std::string& name, const Value& value) = 0;
};

/// Writes a folded network without its auxiliary layers. The graph derives the board's size from
/// the first plane, so boards of several sizes may share a batch.
void WriteGraph(const Network& folded, GraphWriter* graph);

}  // namespace raichi
