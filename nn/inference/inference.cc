#include "nn/inference/inference.h"

#include <utility>

#include "nn/inference/inference_guard.h"

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

std::unique_ptr<Inference> MakeInference(const Network& network, at::Device device,
                                         at::ScalarType precision, int batch) {
  const InferenceGuard guard;
  return std::make_unique<GuardedInference>(MakeDeviceInference(network, device, precision, batch));
}

}  // namespace raichi
