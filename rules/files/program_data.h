#pragma once

#include <filesystem>
#include <optional>

namespace raichi {

/// Finds a file or folder that comes with the program, such as `configs/rules`. Looks in the folder
/// of the program, in the four folders above it and in the source tree that it was built from.
/// Returns the first that exists.
std::optional<std::filesystem::path> FindProgramData(const std::filesystem::path& name);

}  // namespace raichi
