#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "console/output.h"

namespace raichi {

/// A file of JSON objects, one per line, to which one process appends. All lines are held in
/// memory. Readers skip an incomplete last line, which remains if the writer was killed or the
/// power failed, and the next `Append` replaces it.
class JsonLog {
 public:
  /// Throws if a line does not belong in the log.
  using Check = std::function<void(const Json&)>;

  /// Reads the file; a missing file has no lines. Without `check`, changes nothing on disk and
  /// throws Error naming a complete line that is not a JSON object. With `check`, which only the
  /// file's writer may use, drops such lines and those that fail the check, with a warning, and
  /// keeps the original file as NAME.bad.
  explicit JsonLog(std::filesystem::path path, const Check& check = {});

  const std::filesystem::path& path() const { return path_; }
  const std::vector<Json>& lines() const { return lines_; }
  /// Calls `read` for each line. Rethrows what it throws of a line as Error `FILE:LINE: …`.
  void ForEach(const std::function<void(const Json&)>& read) const;
  /// Adds a line to the file and syncs it.
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
  uint64_t whole_bytes_ = 0;    // size of the file up to its last complete line
  bool lacks_newline_ = false;  // at the end of that line
};

}  // namespace raichi
