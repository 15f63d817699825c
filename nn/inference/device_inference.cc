#include <span>
#include <utility>

#include "nn/inference/device_batch.h"
#include "nn/inference/inference.h"

namespace raichi {
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
