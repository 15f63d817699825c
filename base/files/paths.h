#pragma once

#include <filesystem>

#include "base/files/files.h"

namespace raichi {

/// Questions about paths, like Exists and IsFolder (files.h). Where std::filesystem would throw an
/// error of its own, these throw ReadError, which names the path.

/// Whether `path` is a regular file, or a link to one. A name that no file can have (too long, a
/// circle of links, below a file) is that of no file.
bool IsFile(const std::filesystem::path& path);
/// Whether both are there and are the same file or folder.
bool AreSame(const std::filesystem::path& one, const std::filesystem::path& other);

/// Returns the absolute path without `.`, `..` and, as far as it exists and can be read, links.
/// That of an empty path is empty.
std::filesystem::path RealPath(const std::filesystem::path& path);
/// Returns the absolute path without `.` and `..`; links stay.
std::filesystem::path AbsolutePath(const std::filesystem::path& path);

}  // namespace raichi
