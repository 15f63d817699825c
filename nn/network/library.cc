#include "nn/backend/library.h"

#include <torch/version.h>

#include "nn/backend/devices.h"
#include "nn/network/tensors.h"

#if RAICHI_CUDA  // set by cmake/FindTorch.cmake; after LibTorch's headers, which else ask for more
#include <cuda_runtime_api.h>
#endif

namespace raichi {
namespace {

std::string NameOf(at::Device device) {
#if RAICHI_CUDA
  cudaDeviceProp properties;
  if (cudaGetDeviceProperties(&properties, device.index()) == cudaSuccess) return properties.name;
#endif
  return device.str();
}

}  // namespace

std::string LibTorchVersion() { return TORCH_VERSION; }

std::string GpuName(const std::string& device) {
  const at::Device parsed = ParseDevice(device);
  if (!parsed.is_cuda()) return "";
  const bool all = DeviceOfWorker(device, 0) != device;  // workers take them in turn
  const int gpus = all ? CountGpus() : 1;
  return (gpus > 1 ? std::to_string(gpus) + " x " : "") + NameOf(parsed);
}

}  // namespace raichi
