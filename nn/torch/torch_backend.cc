#include "nn/torch/torch_backend.h"

#include <utility>

#include "nn/cuda/cuda_stream.h"
#include "nn/inference/device_batch.h"
#include "nn/inference/inference.h"
#include "nn/network/operators.h"
#include "nn/train/torch_trained_network.h"

namespace raichi {
namespace {

at::ScalarType PrecisionOf(const std::string& name) {
  if (name == "bf16") return at::kBFloat16;
  return name == "f16" ? at::kHalf : at::kFloat;
}

at::Device DeviceOf(const ComputePlace& place) {
  return place.IsGpu() ? at::Device(place.device) : at::Device(at::kCPU);
}

class LibTorch : public Backend {
 public:
  int CountGpus() override { return CountTorchGpus(); }
  std::string GpuName(int gpu) override { return NameOfGpu(gpu); }

  std::string NativePrecision(const std::string& device) override {
    return GpuHasBf16(at::Device(device).index()) ? "bf16" : "f16";
  }

  std::function<double()> MakeMatrixProduct(const ComputePlace& place) override {
    return raichi::MakeMatrixProduct(DeviceOf(place), PrecisionOf(place.precision));
  }
  std::unique_ptr<Inference> MakeInference(const Model& model, const ComputePlace& place,
                                           int batch) override {
    return raichi::MakeInference(ToNetwork(model), DeviceOf(place), PrecisionOf(place.precision),
                                 batch);
  }
  std::unique_ptr<SharedBatch> MakeSharedBatch(const Model& model, const ComputePlace& place,
                                               int batch) override {
    return MakeDeviceBatch(ToNetwork(model), at::Device(place.device), PrecisionOf(place.precision),
                           batch);
  }
  std::unique_ptr<TrainedNetwork> MakeTrainedNetwork(const TrainConfig& config,
                                                     const TrainerState& state,
                                                     const ComputePlace& place,
                                                     int ranks) override {
    const at::Device device(place.device);
    auto stream = std::make_unique<CudaStream>(device);
    const CudaStream::Guard guard(stream.get());
    NcclSettings nccl;
    if (place.IsGpu()) nccl.gpu = IdOfGpu(device.index());
    return std::make_unique<TorchTrainedNetwork>(std::move(stream), config, state, device,
                                                 PrecisionOf(place.precision), ranks,
                                                 std::move(nccl));
  }
};

}  // namespace

Backend& TorchBackend() {
  static LibTorch* const backend = new LibTorch;  // never destroyed: LibTorch is never unloaded
  return *backend;
}

}  // namespace raichi

/// The function that kBackendEntry (nn/backend/loader.h) names.
extern "C" raichi::Backend* raichi_torch_backend() { return &raichi::TorchBackend(); }
