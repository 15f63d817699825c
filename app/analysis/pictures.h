#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>

#include "app/analysis/analysis.h"
#include "app/analysis/subjects.h"

namespace raichi {

/// Draws what is analysed as SVG files. A position is a file; a game is a folder of 000.svg,
/// 001.svg, …, each position after so many plies, and values.svg, the curve. A lone position or
/// game is PATH itself; of several, PATH is a folder in which a game is the folder ID and a
/// position the file ID.svg. IDs that come again get `-2`, `-3`, … behind them.
class AnalysisPictures {
 public:
  /// Makes the folder that is needed, if one is. Throws Error if nothing can be written there.
  AnalysisPictures(std::filesystem::path path, std::span<const Subject> subjects);
  /// Writes the files of a subject, whole or not at all each. Throws Error.
  void Draw(const Subject& subject, std::span<const Analysis> analyses);

 private:
  std::string NameOf(const Subject& subject);

  std::filesystem::path path_;
  bool alone_;
  std::map<uint64_t, int> seen_;  // ids
};

}  // namespace raichi
