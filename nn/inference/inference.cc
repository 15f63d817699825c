#include "nn/inference/inference.h"

#include <ATen/Parallel.h>
#include <c10/core/InferenceMode.h>

#include <utility>

namespace raichi {
namespace {

/// Configures LibTorch for inference on the calling thread during the lifetime of this object.
struct InferenceGuard {
  InferenceGuard() {
    if (at::get_num_threads() != 1) at::set_num_threads(1);
  }
  c10::InferenceMode mode;
};

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

std::unique_ptr<Inference> MakeInference(const Network& network, at::Device device,
                                         at::ScalarType precision, int batch) {
  const InferenceGuard guard;
  auto inner = device.is_cuda() ? MakeDeviceInference(network, device, precision, batch)
                                : MakeCpuInference(network, precision, batch);
  return std::make_unique<GuardedInference>(std::move(inner));
}

}  // namespace raichi
