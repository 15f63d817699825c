#include "nn/backend/devices.h"

#include <torch/cuda.h>

#include "nn/network/tensors.h"

#if RAICHI_CUDA  // set by cmake/FindTorch.cmake; after LibTorch's headers, which else ask for more
#include <c10/cuda/CUDAException.h>
#include <cuda_runtime_api.h>
#endif

namespace raichi {

int CountGpus() { return static_cast<int>(torch::cuda::device_count()); }

void CheckDevice(const std::string& device, const std::string& precision) {
  ParsePrecision(precision, ParseDevice(device));
}

std::string DeviceOfWorker(const std::string& device, int worker, int gpus) {
  if (gpus == 0 || (device != "auto" && device != "cuda")) return device;
  return "cuda:" + std::to_string(worker % gpus);
}

#if RAICHI_CUDA
bool GpuHasBf16(int gpu) {
  int major = 0;
  C10_CUDA_CHECK(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, gpu));
  return major >= 8;
}
#else
bool GpuHasBf16(int) { return true; }
#endif

}  // namespace raichi
