#pragma once

#include <string>

namespace raichi {

/// The machine and the build in one line: processor, cores this process may use, memory, compiler.
std::string DescribeMachine();
/// Processor cores that this process may use, at least 1.
int CountCores();

}  // namespace raichi
