#pragma once

#include <filesystem>
#include <optional>

namespace raichi {

/// Finds a file or folder that comes with the program, such as `configs/rules`. Looks in the folder
/// of the program (or of the library that contains this code), in the four folders above it, in
/// `share/raichi` of each of them (where it is when the program is installed) and in the source
/// tree that it was built from. Returns the first that exists.
std::optional<std::filesystem::path> FindProgramData(const std::filesystem::path& name);

/// Returns `path` or, if it does not exist and begins with `configs/`, the file of that name that
/// comes with the program, if there is one.
std::filesystem::path OwnOrShipped(const std::filesystem::path& path);

}  // namespace raichi
