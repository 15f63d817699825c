#pragma once

#include <string>

#include "nn/backend/backend.h"

namespace raichi {

/// Returns the number of GPUs that can compute networks. If no GPU driver is installed, returns 0
/// without loading LibTorch.
int CountGpus();

/// Returns the exact name of a device. `auto` stands for the first GPU, or for the processor if
/// there is none; `cuda` stands for the first GPU. `libtorch` is the processor too, but LibTorch
/// computes the network, in f32: the definition that our own code is compared with. Throws
/// UsageError if `device` (auto, cpu, libtorch, cuda, cuda:1, …) is unknown or missing.
std::string ExactDevice(const std::string& device, int gpus);
std::string ExactDevice(const std::string& device);

/// Returns the exact name of a precision. `auto` stands for the fastest one that `device`, an exact
/// name, computes natively. Throws UsageError if `precision` (auto, f32, bf16, f16) is unknown or
/// the device cannot compute in it.
std::string ExactPrecision(const std::string& precision, const std::string& device);

/// Returns the exact names of a device and a precision.
ComputePlace ExactPlace(const std::string& device, const std::string& precision);

/// Throws UsageError if `device` is missing or cannot compute in `precision`.
void CheckDevice(const std::string& device, const std::string& precision);

/// Returns the device for one of several workers. If `device` is `auto` or `cuda` and there are
/// GPUs, workers are distributed over them in turn; otherwise every worker gets `device`.
std::string DeviceOfWorker(const std::string& device, int worker, int gpus);
std::string DeviceOfWorker(const std::string& device, int worker);

/// Names the GPUs that `device` (auto, cpu, cuda, cuda:N) stands for: `NVIDIA H200`, `2 x NVIDIA
/// H200`, or an empty text for the processor. Throws UsageError if the device is unknown or
/// missing.
std::string GpuName(const std::string& device);

}  // namespace raichi
