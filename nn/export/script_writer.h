#pragma once

#include <map>
#include <string>
#include <vector>

#include "nn/export/graph_writer.h"

namespace raichi {

/// (Knows LibTorch: for nn/*.cc only.)

/// Writes a graph as a TorchScript module, `forward(planes, numbers) -> (policy, wdl, moves_left)`,
/// which any PyTorch or LibTorch from the version that wrote it on loads, on any device.
class ScriptWriter : public GraphWriter {
 public:
  /// `half`: weights in f16, which a GPU computes the body with; a processor makes them f32.
  explicit ScriptWriter(bool half) : half_(half) {}

  Value Apply(GraphOp op, const std::vector<Value>& in) override;
  Value Constant(float value) override;
  Value Channels(const Value& in, int begin, int end) override;
  Value Conv(const Value& in, const std::string& name, const ConvNorm& layer) override;
  Value Linear(const Value& in, const std::string& name, const LinearLayer& layer) override;
  void Output(const std::string& name, const Value& value) override;

  /// The file's bytes. `words` become an extra file of JSON in it, kScriptWords.
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
