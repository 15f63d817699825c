#pragma once

#include <string>

namespace raichi {

/// Returns the path of the project's root, without a trailing slash.
std::string SourceDir();
/// Returns the path of a Python interpreter that has the modules msgpack and zstandard.
std::string Python();

}  // namespace raichi
