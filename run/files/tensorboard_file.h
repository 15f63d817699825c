#pragma once

#include <filesystem>
#include <vector>

#include "console/output.h"

namespace raichi {

/// The numbers of a log's lines as a TensorBoard event file: nested keys become `a/b` tags. The
/// step is the line's "iteration", the time its "time" (seconds since 1970). Written whole by each
/// start and then added to, so that a TensorBoard that has it open sees what comes.
class TensorBoardFile {
 public:
  TensorBoardFile(std::filesystem::path path, const std::vector<Json>& lines);
  void Add(const Json& line);

 private:
  std::filesystem::path path_;
};

}  // namespace raichi
