#pragma once

#include <filesystem>
#include <vector>

#include "console/output.h"
#include "run/files/append_file.h"

namespace raichi {

/// A TensorBoard event file with the numbers of a JSON log. Nested keys become tags such as `a/b`.
/// The step is the line's "iteration"; the wall time is its "time" (seconds since 1970).
///
/// The constructor writes a file of `lines`; Add appends to it, so a running TensorBoard that has
/// the file open shows new lines.
class TensorBoardFile {
 public:
  /// Throws Error if the file cannot be written. `Add` only warns then: no work depends on the
  /// file.
  TensorBoardFile(std::filesystem::path path, const std::vector<Json>& lines);
  void Add(const Json& line);

 private:
  std::filesystem::path path_;
  FileEnd end_;
};

}  // namespace raichi
