#pragma once

#include <string>

#include "nn/backend/backend.h"

namespace raichi {

/// How many GPUs networks can be computed on. Without the driver of a GPU the answer is 0, and
/// LibTorch is not loaded for it.
int CountGpus();

/// The exact name of a device: of `auto` the first GPU or else the processor, of `cuda` the first
/// GPU. Throws UsageError if `device` (auto, cpu, cuda, cuda:1, …) is unknown or not there.
std::string ExactDevice(const std::string& device, int gpus);
std::string ExactDevice(const std::string& device);

/// The exact name of a precision: of `auto` the fastest that the device, an exact name, computes
/// natively. Throws UsageError if `precision` (auto, f32, bf16, fp16) is unknown or the device
/// cannot compute in it.
std::string ExactPrecision(const std::string& precision, const std::string& device);

/// Both.
ComputePlace ExactPlace(const std::string& device, const std::string& precision);

/// Throws UsageError if `device` is not there or cannot compute in `precision`.
void CheckDevice(const std::string& device, const std::string& precision);

/// The device of one of several workers. If `device` is `auto` or `cuda`, workers take the GPUs in
/// turn; else, and without GPUs, it is `device`.
std::string DeviceOfWorker(const std::string& device, int worker, int gpus);
std::string DeviceOfWorker(const std::string& device, int worker);

/// The GPUs that `device` (auto, cpu, cuda, cuda:N) stands for: `NVIDIA H200`, `2 x NVIDIA H200`;
/// empty if it is the processor. Throws UsageError if it is unknown or not there.
std::string GpuName(const std::string& device);

}  // namespace raichi
