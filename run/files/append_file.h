#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace raichi {

/// The end of a file to which one process appends, as that process last saw it.
struct FileEnd {
  uint64_t size = 0;   // of the file; 0: it need not exist
  uint64_t whole = 0;  // up to its last complete line; what follows is cut off
  std::string last;    // the last bytes before `whole`

  FileEnd() = default;
  /// The end of a file with this content, of which the first `whole` bytes are complete lines.
  FileEnd(std::string_view content, uint64_t whole);
};

/// Appends `text` to a file at end->whole, syncs it and moves `end`. If writing fails, cuts the
/// file off at end->whole again and throws WriteError. Throws LostLockError, and changes nothing,
/// if the file does not end as `end` says: then another process has written to it.
void AppendAt(const std::filesystem::path& path, FileEnd* end, std::string_view text);

}  // namespace raichi
