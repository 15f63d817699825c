#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "nn/export/graph_writer.h"

namespace raichi {

/// Includes LibTorch headers, so only code of the LibTorch library may include this header.

/// Writes a graph as an ONNX model of operator set 17 and IR version 8 (onnx.ai, onnx.proto), which
/// ONNX Runtime 1.12 and later can run. Inputs and outputs are f32.
class OnnxWriter : public GraphWriter {
 public:
  /// If `half`, convolutions compute in f16. `batch` is the number of positions in a batch, or 0 if
  /// it may vary.
  OnnxWriter(int canvas, bool half, int batch) : canvas_(canvas), half_(half), batch_(batch) {}

  Value Apply(GraphOp op, const std::vector<Value>& in) override;
  Value Constant(float value) override;
  Value Channels(const Value& in, int begin, int end) override;
  Value Gather(const Value& in, const std::vector<int64_t>& columns) override;
  Value Conv(const Value& in, const std::string& name, const LayerWeights& layer) override;
  Value Linear(const Value& in, const std::string& name, const LayerWeights& layer) override;
  void Output(const std::string& name, const Value& value) override;

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
  void Tensor(const std::string& name, const at::Tensor& tensor);
  Value Whole(const std::vector<int64_t>& numbers);
  Value Weight(const std::string& name, const at::Tensor& tensor);
  std::string TensorType(const std::vector<int64_t>& shape) const;

  int canvas_;
  bool half_;
  int batch_;
  int values_ = 0;
  std::vector<std::string> nodes_, tensors_;      // encoded messages
  std::map<std::vector<int64_t>, Value> wholes_;  // the lists of integers in tensors_
};

}  // namespace raichi
