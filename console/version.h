#pragma once

#include <string>

namespace raichi {

/// Describes the machine and the build in one line: the processor, the cores that this process may
/// use, the memory, the GPUs that `device` (auto, cpu, cuda, cuda:N) stands for, and the versions
/// of raichi, LibTorch and the compiler. Throws UsageError if the device does not exist.
std::string DescribeMachine(const std::string& device = "auto");

/// Returns the version of this program, such as `0.1.0`.
std::string Version();
/// Returns the program's name for files and protocols, such as `raichi 0.1.0`.
std::string ProgramVersion();

/// Returns the word with which a person calls this program again from the working folder, quoted
/// for a shell: `raichi` if that is what PATH leads to, otherwise the program's path.
std::string CommandWord();

}  // namespace raichi
