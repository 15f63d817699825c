#pragma once

#include <string>

namespace raichi {

/// The machine and the build in one line: processor, cores this process may use, memory, the GPUs
/// that `device` stands for if any (auto, cpu, cuda, cuda:N; UsageError if it is not there), and
/// the versions of raichi, LibTorch and the compiler.
std::string DescribeMachine(const std::string& device = "auto");
/// Processor cores that this process may use, at least 1.
int CountCores();

}  // namespace raichi
