#pragma once

#include <string>

namespace raichi {

/// The root of the project, without a slash at the end.
std::string SourceDir();
/// A Python that has the modules msgpack and zstandard.
std::string Python();

}  // namespace raichi
