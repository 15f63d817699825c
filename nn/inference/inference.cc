#include "nn/inference/inference.h"

#include <span>
#include <utility>

#include "nn/inference/device_batch.h"

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

namespace {

/// A batch that one thread fills.
class DeviceInference : public Inference {
 public:
  explicit DeviceInference(std::unique_ptr<DeviceBatch> batch) : batch_(std::move(batch)) {}

  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    if (leaves.empty()) return;
    const BatchPart part = {.leaves = leaves};
    batch_->Load(part);
    batch_->Compute(std::span(&part, 1));
    batch_->Read(part, out);
  }
  void RunBare() override { bare_outputs_ = batch_->ComputeBare(); }
  std::vector<float> BareOutputs() const override { return bare_outputs_; }

 private:
  std::unique_ptr<DeviceBatch> batch_;
  std::vector<float> bare_outputs_;
};

}  // namespace

std::unique_ptr<Inference> MakeDeviceInference(const Network& network, at::Device device,
                                               at::ScalarType precision, int batch) {
  return std::make_unique<DeviceInference>(MakeDeviceBatch(network, device, precision, batch));
}

}  // namespace raichi
