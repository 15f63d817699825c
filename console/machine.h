#pragma once

#include <string>

namespace raichi {

/// Describes the machine and the build in one line: the processor, the cores that this process may
/// use, the memory, the GPUs that `device` (auto, cpu, cuda, cuda:N) stands for, and the versions
/// of raichi, LibTorch and the compiler. Throws UsageError if the device does not exist.
std::string DescribeMachine(const std::string& device = "auto");

}  // namespace raichi
