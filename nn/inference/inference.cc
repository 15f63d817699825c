#include "nn/inference/inference.h"

#include <utility>

#include "nn/cpu/cpu_inference.h"
#include "nn/inference/inference_guard.h"
#include "nn/network/tensors.h"

namespace raichi {
namespace {

class GuardedInference : public Inference {
 public:
  explicit GuardedInference(std::unique_ptr<Inference> inner) : inner_(std::move(inner)) {}
  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    const InferenceGuard guard;
    inner_->Evaluate(leaves, out);
  }
  void RunBare() override {
    const InferenceGuard guard;
    inner_->RunBare();
  }
  std::vector<float> BareOutputs() const override { return inner_->BareOutputs(); }

 private:
  std::unique_ptr<Inference> inner_;
};

}  // namespace

std::unique_ptr<Inference> MakeCpuInference(const Network& network, at::ScalarType precision,
                                            int batch) {
  const Network folded = network.Folded(at::kCPU, at::kFloat);
  FoldedNetwork plain{.config = folded.config(), .layers = folded.layers()};
  for (size_t i = 0; i < plain.layers.size(); ++i) {
    FoldedLayer& weights = plain.weights.emplace_back();
    if (plain.layers[i].IsAuxiliary()) continue;
    weights = {.weight = ToFloats(folded.weights(i).weight),
               .bias = ToFloats(folded.weights(i).bias)};
  }
  return MakeCpuInference(plain, precision == at::kBFloat16, batch);
}

std::unique_ptr<Inference> MakeInference(const Network& network, at::Device device,
                                         at::ScalarType precision, int batch) {
  const InferenceGuard guard;
  auto inner = device.is_cuda() ? MakeDeviceInference(network, device, precision, batch)
                                : MakeCpuInference(network, precision, batch);
  return std::make_unique<GuardedInference>(std::move(inner));
}

}  // namespace raichi
