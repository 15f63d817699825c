#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>

#include "app/analysis/analysis.h"
#include "app/analysis/subjects.h"
#include "console/output.h"
#include "rules/game.h"

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

/// The score as text: `attackers 56.1 points, defenders 43.9`, or if the result is proven, `proven:
/// the attackers win in 3 plies`. Points are expected scores in percent.
std::string DescribeScore(const Analysis& analysis, Side to_move);
/// As DescribeScore. If the result is not proven, `: attackers win 52.0 %, draw 8.2 %, defenders
/// win 39.8 %; about 37 plies left` follows.
std::string DescribeValue(const Analysis& analysis, Side to_move);

/// A table with a row for each line: move, visits and their share, points for the side to move, the
/// proven result, and the moves that follow.
std::string DescribeLines(const Analysis& analysis);

/// The analysis of the current position of an ongoing game. Values are for the side to move:
/// `{"position","rules","to_move","value","wdl":[win,draw,loss],"moves_left","proof","plies_to_end",
/// "visits","raichi","lines":[{"move","visits","value","wdl","moves_left","proof","plies_to_end",
/// "pv":[…]}]}`. `proof` is null, "win", "draw" or "loss". `plies_to_end` is null without a proof.
/// `raichi` is the number of the king's open roads.
Json AnalysisToJson(const Game& game, const Analysis& analysis);

/// Rounds to four decimals, the precision of a search.
double Rounded(double number);

}  // namespace raichi
