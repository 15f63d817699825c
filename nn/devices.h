#pragma once

#include <string>

namespace raichi {

/// How many GPUs LibTorch can use.
int CountGpus();

/// The device of one of several workers: where `device` is `auto` or `cuda` and there are GPUs, one
/// of them in turn; else what it says.
std::string DeviceOfWorker(const std::string& device, int worker, int gpus = CountGpus());

/// Whether a GPU multiplies bf16 natively: from compute capability 8.0. A build without CUDA's
/// headers takes it for granted.
bool GpuHasBf16(int gpu);

}  // namespace raichi
