#pragma once

#include "nn/export/graph_writer.h"
#include "nn/model/tensor_file.h"
#include "nn/network/tensors.h"

namespace raichi {

/// (Knows LibTorch: for nn/*.cc only.)

/// Keeps nothing of a graph but its folded weights: `stem.weight`, `stem.bias`, …
class WeightCollector : public GraphWriter {
 public:
  Value Apply(GraphOp, const std::vector<Value>&) override { return {}; }
  Value Constant(float) override { return {}; }
  Value Channels(const Value&, int, int) override { return {}; }
  Value Conv(const Value&, const std::string& name, const ConvNorm& layer) override {
    return Keep(name, layer.weight, layer.bias);
  }
  Value Linear(const Value&, const std::string& name, const LinearLayer& layer) override {
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

}  // namespace raichi
