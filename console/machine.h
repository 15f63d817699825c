#pragma once

#include <string>

namespace raichi {

/// Describes the machine and the build in one line: the processor, the cores that this process may
/// use, the memory, the GPUs that `device` (auto, cpu, cuda, cuda:N) stands for, and the versions
/// of raichi, LibTorch and the compiler. Throws UsageError if the device does not exist.
std::string DescribeMachine(const std::string& device = "auto");
/// The memory that this process may use, in bytes: that of the machine, or less in a container with
/// a limit (cgroup v2).
double UsableMemory();
/// Processor cores that this process may use, at least 1.
int CountCores();

}  // namespace raichi
