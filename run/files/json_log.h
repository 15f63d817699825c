#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "console/output.h"

namespace raichi {

/// A file of JSON objects, one per line, to which one process appends. All lines are held in
/// memory. A line that was only half written when its writer was killed or the power failed does
/// not count: readers pass over it and the next `Append` replaces it.
class JsonLog {
 public:
  /// Throws if a line does not belong in the log.
  using Check = std::function<void(const Json&)>;

  /// Reads the file; a missing file has no lines. Without `check` this changes nothing on disk, and
  /// a whole line that is no JSON object is an Error that names it. With `check`, which is for the
  /// file's only writer, every such line and every line that fails the check is left out with a
  /// warning, and the file as it was is kept beside it as NAME.bad.
  explicit JsonLog(std::filesystem::path path, const Check& check = {});

  const std::filesystem::path& path() const { return path_; }
  const std::vector<Json>& lines() const { return lines_; }
  /// Adds a line to the file and syncs it.
  void Append(Json line);
  /// The rest write the whole file again, whole or not at all.
  void ReplaceLast(Json line);
  void Replace(std::vector<Json> lines);
  void DropWhere(const std::function<bool(const Json&)>& is_stale);

 private:
  void Write();

  std::filesystem::path path_;
  std::vector<Json> lines_;
  uint64_t whole_bytes_ = 0;    // of the file, up to the last whole line
  bool lacks_newline_ = false;  // after that line
};

}  // namespace raichi
