#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "nn/model/layers.h"

namespace raichi {

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

/// Writes a graph as an ONNX model of operator set 17 and IR version 8 (onnx.ai, onnx.proto), which
/// ONNX Runtime 1.12 and later can run, operator by operator. Each operator returns a name that
/// identifies its result. Inputs and outputs are f32. Linear layers compute in f32; all weights are
/// stored in the precision of the convolutions.
class OnnxWriter {
 public:
  using Value = std::string;

  /// If `half`, convolutions compute in f16. `batch` is the number of positions in a batch, or 0 if
  /// it may vary.
  OnnxWriter(int canvas, bool half, int batch) : canvas_(canvas), half_(half), batch_(batch) {}

  Value Apply(GraphOp op, const std::vector<Value>& in);
  Value Constant(float value);
  /// Selects the channels [begin, end) of an f32 value.
  Value Channels(const Value& in, int begin, int end);
  /// Selects columns of an f32 value [N, C].
  Value Gather(const Value& in, const std::vector<int64_t>& columns);
  /// Adds a convolution, padded with zeros to keep the size.
  Value Conv(const Value& in, const Layer& layer, const FoldedLayer& weights);
  Value Linear(const Value& in, const Layer& layer, const FoldedLayer& weights);
  void Output(const std::string& name, const Value& value);

  /// Returns the content of the ONNX file. `words` become its metadata_props.
  std::string Bytes(const std::map<std::string, std::string>& words) const;

 private:
  Value NewName() { return std::string("v").append(std::to_string(values_++)); }
  struct Attribute {
    const char* name;
    std::vector<int64_t> values;  // a single value is written as an integer, several as a list
  };
  Value Node(const std::string& type, const std::vector<Value>& in,
             const std::vector<Attribute>& attributes = {}, const Value& result = "");
  Value Cast(const Value& in, int type);
  void Tensor(const std::string& name, const std::vector<int64_t>& shape, int type,
              std::string_view bytes);
  Value Whole(const std::vector<int64_t>& numbers);
  Value Weight(const std::string& name, const std::vector<int64_t>& shape,
               const std::vector<float>& values);
  std::string TensorType(const std::vector<int64_t>& shape) const;

  int canvas_;
  bool half_;
  int batch_;
  int values_ = 0;
  std::vector<std::string> nodes_, tensors_;      // encoded messages
  std::map<std::vector<int64_t>, Value> wholes_;  // the lists of integers in tensors_
};

}  // namespace raichi
