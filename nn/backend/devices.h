#pragma once

#include <string>

namespace raichi {

/// How many GPUs LibTorch can use.
int CountGpus();

/// Throws UsageError if `device` (auto, cpu, cuda, cuda:1, …) is not there, or has not `precision`
/// (auto, f32, bf16, fp16).
void CheckDevice(const std::string& device, const std::string& precision);

/// The device of one of several workers: where `device` is `auto` or `cuda` and there are GPUs, one
/// of them in turn; else what it says.
std::string DeviceOfWorker(const std::string& device, int worker, int gpus = CountGpus());

/// Whether a GPU multiplies bf16 natively: from compute capability 8.0. A build without CUDA's
/// headers takes it for granted.
bool GpuHasBf16(int gpu);

}  // namespace raichi
