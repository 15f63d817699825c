#pragma once

#include <string>

namespace raichi {

/// The version of LibTorch that this program was built with: `1.13.0`.
std::string LibTorchVersion();

/// The GPUs that `device` (auto, cpu, cuda, cuda:N) stands for: `NVIDIA H200`, `2 x NVIDIA H200`;
/// empty if it is the processor. Throws UsageError if it is no device or not there.
std::string GpuName(const std::string& device);

}  // namespace raichi
