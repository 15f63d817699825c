#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>

#include "app/analysis/analysis.h"
#include "app/analysis/subjects.h"

namespace raichi {

/// Draws analysed subjects as SVG files. A position becomes one file. A game becomes a folder with
/// 000.svg, 001.svg, … (the positions after so many plies) and values.svg (the curve of the
/// values). A single subject is written to PATH itself. Of several subjects, PATH is a folder that
/// contains the folder ID for a game and the file ID.svg for a position. Repeated IDs get `-2`,
/// `-3`, …
class AnalysisPictures {
 public:
  /// Creates the folder if one is needed. Throws Error if `path` cannot be written.
  AnalysisPictures(std::filesystem::path path, std::span<const Subject> subjects);
  /// Writes the files of a subject, each atomically. Throws Error if one cannot be written.
  void Draw(const Subject& subject, std::span<const Analysis> analyses);

 private:
  std::string NameOf(const Subject& subject);

  std::filesystem::path path_;
  bool alone_;
  std::map<uint64_t, int> seen_;  // number of subjects with each ID
};

}  // namespace raichi
