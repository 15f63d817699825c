#pragma once

#include <map>
#include <string>
#include <vector>

#include "nn/export/graph_writer.h"

namespace raichi {

/// Includes LibTorch headers, so only code of the LibTorch library may include this header.

/// Writes a graph as a TorchScript module, `forward(planes, numbers) -> (policy, wdl, moves_left)`.
/// PyTorch and LibTorch of the version that wrote it, or later, can load it on any device.
class ScriptWriter : public GraphWriter {
 public:
  /// If `half`, weights are stored in f16: a GPU then computes convolutions in f16, and a CPU
  /// converts the weights to f32.
  explicit ScriptWriter(bool half) : half_(half) {}

  Value Apply(GraphOp op, const std::vector<Value>& in) override;
  Value Constant(float value) override;
  Value Channels(const Value& in, int begin, int end) override;
  Value Gather(const Value& in, const std::vector<int64_t>& columns) override;
  Value Conv(const Value& in, const std::string& name, const LayerWeights& layer) override;
  Value Linear(const Value& in, const std::string& name, const LayerWeights& layer) override;
  void Output(const std::string& name, const Value& value) override;

  /// Returns the content of the TorchScript file. `words` become the extra file kScriptWords in it,
  /// as JSON.
  std::string Bytes(const std::map<std::string, std::string>& words) const;

 private:
  Value NewName() { return std::string("v").append(std::to_string(values_++)); }
  Value Line(const std::string& expression);
  std::string Weight(const std::string& name, const at::Tensor& tensor, const char* cast);

  bool half_;
  int values_ = 0;
  std::string lines_;
  std::vector<Value> outputs_;
  std::map<std::string, at::Tensor> weights_;
};

inline constexpr char kScriptWords[] = "raichi.json";

}  // namespace raichi
