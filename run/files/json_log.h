#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "console/output.h"

namespace raichi {

/// A file of JSON lines that a run adds to. Held in memory too and rewritten whole by each
/// change, so that a reader or a later start never meets half a line.
class JsonLog {
 public:
  /// Throws on a line that is none of the log's.
  using Check = std::function<void(const Json&)>;

  /// Reads what is there. A line that is no JSON object (something else wrote or damaged the file)
  /// is an Error naming it. With `check`, which is for the writer, such lines and those that fail
  /// it are left out with a warning, and the file as it was is kept as NAME.bad.
  explicit JsonLog(std::filesystem::path path, const Check& check = {});

  const std::vector<Json>& lines() const { return lines_; }
  void Append(Json line);
  void ReplaceLast(Json line);
  /// Drops the lines that `is_stale` names: those of an iteration that will be done again.
  void DropWhere(const std::function<bool(const Json&)>& is_stale);

 private:
  void Write() const;
  std::filesystem::path path_;
  std::vector<Json> lines_;
};

}  // namespace raichi
