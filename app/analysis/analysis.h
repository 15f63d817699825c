#pragma once

#include <cstdint>
#include <vector>

#include "mcts/search/lines.h"
#include "mcts/search/search.h"

namespace raichi {

/// What a search found out about a position, seen by the side to move.
struct Analysis {
  uint32_t visits = 0;   // of the moves together
  float value = 0;       // mean, in [-1, 1]
  float draw = 0;        // mean draw probability
  float moves_left = 0;  // mean plies to the end, 0 if unknown
  Proof proof = Proof::kNone;
  int plies_to_end = 0;     // where proven: plies to the end under best play
  std::vector<Line> lines;  // the best ones (mcts/search/lines.h)
};

/// With at most so many lines.
Analysis AnalysisOf(const Search& search, int lines);

/// Chances of the side to move; they sum to 1.
struct Chances {
  double win = 0, draw = 0, loss = 0;
};
/// From a mean value and a mean draw probability.
Chances ChancesOf(float value, float draw);

/// The expected score in percent, from a value: 100 is a win, 50 a draw.
constexpr double Points(float value) { return 50.0 * (1.0 + static_cast<double>(value)); }
/// The same for a side, from the value for the side to move.
constexpr double PointsOf(Side side, Side to_move, float value) {
  return Points(side == to_move ? value : -value);
}

}  // namespace raichi
