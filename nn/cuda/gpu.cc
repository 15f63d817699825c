#include "nn/cuda/gpu.h"

#include <torch/cuda.h>

#include "nn/network/torch_compat.h"

#if RAICHI_CUDA  // set by cmake/FindTorch.cmake; must come after LibTorch's headers
#include <c10/cuda/CUDAException.h>
#include <cuda_runtime_api.h>
#endif

namespace raichi {

int CountTorchGpus() { return static_cast<int>(torch::cuda::device_count()); }

#if RAICHI_CUDA
bool GpuHasBf16(int gpu) {
  int major = 0;
  C10_CUDA_CHECK(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, gpu));
  return major >= 8;
}

std::string NameOfGpu(int gpu) {
  cudaDeviceProp properties;
  C10_CUDA_CHECK(cudaGetDeviceProperties(&properties, gpu));
  return properties.name;
}
#else
bool GpuHasBf16(int) { return true; }

std::string NameOfGpu(int gpu) { return "cuda:" + std::to_string(gpu); }
#endif

}  // namespace raichi
