#pragma once

#include <string>

#include "app/analysis/analysis.h"
#include "app/analysis/subjects.h"
#include "console/output.h"
#include "rules/game.h"

namespace raichi {

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
