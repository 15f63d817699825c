#pragma once

#include <cstdint>
#include <filesystem>

namespace raichi {

/// What tells one content of a file from another without reading it.
struct FileStamp {
  int64_t time = 0;  // of the last change, in the system's units
  uint64_t size = 0;
  bool operator==(const FileStamp&) const = default;
};

/// Returns the stamp of a file, or that of a folder, whose time changes when its entries do. If
/// there is no such file, or the system cannot tell, returns `FileStamp()`.
FileStamp StampOf(const std::filesystem::path& path);

}  // namespace raichi
