#pragma once

#include <string>

namespace raichi {

/// The version of this program: `0.1.0`.
std::string Version();
/// The name that files and protocols give this program: `raichi 0.1.0`.
std::string ProgramVersion();

}  // namespace raichi
