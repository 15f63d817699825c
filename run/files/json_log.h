#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "console/output.h"

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

/// A file of JSON objects, one per line, to which one process appends. All lines are held in
/// memory. Readers skip an incomplete last line, which remains if the writer was killed or the
/// power failed, and the next `Append` replaces it. Each line in the file has a checksum (json.h),
/// which the lines in memory have not; lines of older programs lack it.
class JsonLog {
 public:
  /// Throws if a line does not belong in the log.
  using Check = std::function<void(const Json&)>;

  /// Reads the file; a missing file has no lines. Without `check`, changes nothing on disk and
  /// throws Error naming a complete line that is not a JSON object or has a wrong checksum. With
  /// `check`, which only the
  /// file's writer may use, drops such lines and those that fail the check, with a warning, and
  /// keeps the original file as NAME.bad.
  explicit JsonLog(std::filesystem::path path, const Check& check = {});

  const std::filesystem::path& path() const { return path_; }
  const std::vector<Json>& lines() const { return lines_; }
  /// Whether the line of this index had a checksum when it was read. Lines without one may have
  /// been changed.
  bool IsSummed(size_t index) const { return index >= unsummed_.size() || !unsummed_[index]; }
  /// Calls `read` for each line. Rethrows what it throws of a line as Error `FILE:LINE: …`.
  void ForEach(const std::function<void(const Json&)>& read) const;
  /// Adds a line to the file and syncs it. Throws LostLockError if another process has changed it.
  void Append(Json line);
  /// The following functions rewrite the whole file atomically.
  void ReplaceLast(Json line);
  void Replace(std::vector<Json> lines);
  void DropWhere(const std::function<bool(const Json&)>& is_stale);

 private:
  void Write();
  std::string PlaceOf(size_t line) const;

  std::filesystem::path path_;
  std::vector<Json> lines_;
  std::vector<bool> unsummed_;  // for each line that was read
  FileEnd end_;
  bool lacks_newline_ = false;  // at the end of that line
};

}  // namespace raichi
