#pragma once

#include <string>

#include "app/analysis/analysis.h"
#include "console/output.h"
#include "rules/game.h"

namespace raichi {

/// `attackers 56.1 points, defenders 43.9`, or what is proven: `proven: the attackers win in 3
/// plies`. Points are expected scores in percent.
std::string DescribeScore(const Analysis& analysis, Side to_move);
/// The same and, where nothing is proven, `: attackers win 52.0 %, draw 8.2 %, defenders win
/// 39.8 %; about 37 plies left`.
std::string DescribeValue(const Analysis& analysis, Side to_move);

/// A row for each line: move, visits and their share, points for the side to move, what is proven,
/// and how the game goes on.
std::string DescribeLines(const Analysis& analysis);

/// One object, for the current position of an ongoing game; values are for the side to move:
/// `{"position","rules","to_move","value","wdl":[win,draw,loss],"moves_left","proof","plies_to_end",
/// "visits","raichi","lines":[{"move","visits","value","wdl","moves_left","proof","plies_to_end",
/// "pv":[…]}]}`. `proof` is null, "win", "draw" or "loss"; `plies_to_end` null where nothing is
/// proven; `raichi` the number of the king's open roads.
Json AnalysisToJson(const Game& game, const Analysis& analysis);

/// Four decimals: what searches mean.
double Rounded(double number);

}  // namespace raichi
