#pragma once

#include <string>

namespace raichi {

/// (Compiled with LibTorch: only for LibTorch's rooms.)

/// How many GPUs LibTorch can use.
int CountTorchGpus();

/// Whether a GPU multiplies bf16 natively: from compute capability 8.0. A build without CUDA's
/// headers assumes it.
bool GpuHasBf16(int gpu);

/// What the driver calls a GPU, `NVIDIA H200`; `cuda:0` in a build without CUDA's headers.
std::string NameOfGpu(int gpu);

}  // namespace raichi
