#pragma once

#include <string>

namespace raichi {

/// Implemented with LibTorch, so only code of the LibTorch library may call these functions.

/// Returns the number of GPUs that LibTorch can use.
int CountTorchGpus();

/// Whether a GPU multiplies bf16 natively, as GPUs of compute capability 8.0 and later do. Always
/// true in a build without CUDA's headers.
bool GpuHasBf16(int gpu);

/// Returns the name that the driver gives a GPU, such as `NVIDIA H200`. In a build without CUDA's
/// headers, returns `cuda:0` and so on.
std::string NameOfGpu(int gpu);

}  // namespace raichi
