#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "nn/backend/model_export.h"
#include "nn/backend/network_evaluator.h"
#include "nn/export/graph_writer.h"
#include "nn/model/safetensors.h"
#include "nn/network/operators.h"

namespace raichi {

/// Includes LibTorch headers, so only code of the LibTorch library may include this header.

/// Collects the folded weights of a graph under the names `stem.weight`, `stem.bias`, … and ignores
/// everything else.
class WeightCollector : public GraphWriter {
 public:
  Value Apply(GraphOp, const std::vector<Value>&) override { return {}; }
  Value Constant(float) override { return {}; }
  Value Channels(const Value&, int, int) override { return {}; }
  Value Gather(const Value&, const std::vector<int64_t>&) override { return {}; }
  Value Conv(const Value&, const std::string& name, const LayerWeights& layer) override {
    return Keep(name, layer.weight, layer.bias);
  }
  Value Linear(const Value&, const std::string& name, const LayerWeights& layer) override {
    return Keep(name, layer.weight, layer.bias);
  }
  void Output(const std::string&, const Value&) override {}

  const std::map<std::string, TensorFile::Tensor>& tensors() const { return tensors_; }

 private:
  Value Keep(const std::string& name, const at::Tensor& weight, const at::Tensor& bias) {
    tensors_[name + ".weight"] = {weight.sizes().vec(), ToFloats(weight)};
    tensors_[name + ".bias"] = {bias.sizes().vec(), ToFloats(bias)};
    return {};
  }

  std::map<std::string, TensorFile::Tensor> tensors_;
};

/// Implements ExportBytes with LibTorch. The caller has checked the configuration.
std::string ExportByLibTorch(const std::filesystem::path& model, const ExportConfig& config);

/// Implements OpenExportedNetwork with LibTorch.
std::unique_ptr<ExportedNetwork> OpenExportByLibTorch(const std::filesystem::path& file);

}  // namespace raichi
