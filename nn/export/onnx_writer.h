#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "nn/export/graph_writer.h"

namespace raichi {

/// (Knows LibTorch: for nn/*.cc only.)

/// Writes a graph as an ONNX model of operator set 17, IR version 8 (onnx.ai, onnx.proto), which
/// ONNX Runtime 1.12 and later, on the web too, run. Inputs and outputs are f32.
class OnnxWriter : public GraphWriter {
 public:
  /// For boards on a canvas; `half`: the body in f16; `batch`: positions at once, 0: any number.
  OnnxWriter(int canvas, bool half, int batch) : canvas_(canvas), half_(half), batch_(batch) {}

  Value Apply(GraphOp op, const std::vector<Value>& in) override;
  Value Constant(float value) override;
  Value Channels(const Value& in, int begin, int end) override;
  Value Conv(const Value& in, const std::string& name, const ConvNorm& layer) override;
  Value Linear(const Value& in, const std::string& name, const LinearLayer& layer) override;
  void Output(const std::string& name, const Value& value) override;

  /// The file's bytes. `words` become its metadata_props.
  std::string Bytes(const std::map<std::string, std::string>& words) const;

 private:
  Value NewName() { return std::string("v").append(std::to_string(values_++)); }
  struct Attribute {
    const char* name;
    std::vector<int64_t> values;  // one alone is an integer, several are a list
  };
  Value Node(const std::string& type, const std::vector<Value>& in,
             const std::vector<Attribute>& attributes = {}, const Value& result = "");
  Value Cast(const Value& in, int type);
  void Tensor(const std::string& name, const at::Tensor& tensor);
  Value Whole(const std::vector<int64_t>& numbers);
  Value Weight(const std::string& name, const at::Tensor& tensor);
  std::string TensorType(const std::vector<int64_t>& shape) const;

  int canvas_;
  bool half_;
  int batch_;
  int values_ = 0;
  std::vector<std::string> nodes_, tensors_;      // messages, encoded
  std::map<std::vector<int64_t>, Value> wholes_;  // lists that tensors_ has
};

}  // namespace raichi
