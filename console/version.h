#pragma once

#include <string>

namespace raichi {

/// Returns the version of this program, such as `0.1.0`.
std::string Version();
/// Returns the program's name for files and protocols, such as `raichi 0.1.0`.
std::string ProgramVersion();

}  // namespace raichi
