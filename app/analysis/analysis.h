#pragma once

#include <cstdint>
#include <vector>

#include "mcts/search/lines.h"
#include "mcts/search/search.h"

namespace raichi {

/// The result of a search of a position, from the perspective of the side to move.
struct Analysis {
  uint32_t visits = 0;   // sum over the moves
  float value = 0;       // mean, in [-1, 1]
  float draw = 0;        // mean draw probability
  float moves_left = 0;  // mean plies to the end, 0 if unknown
  Proof proof = Proof::kNone;
  int plies_to_end = 0;     // to the end under best play, if proven
  std::vector<Line> lines;  // the best lines, best first
};

/// The analysis of a search, with at most `lines` lines.
Analysis AnalysisOf(const Search& search, int lines);

/// Probabilities for the side to move. They sum to 1.
struct Chances {
  double win = 0, draw = 0, loss = 0;
};
/// Computes the chances from a mean value in [-1, 1] and a mean draw probability.
Chances ChancesOf(float value, float draw);

/// Turns a value into an expected score in percent: 100 is a win, 50 a draw.
constexpr double Points(float value) { return 50.0 * (1.0 + static_cast<double>(value)); }
/// The expected score of `side` in percent, from the value for the side to move.
constexpr double PointsOf(Side side, Side to_move, float value) {
  return Points(side == to_move ? value : -value);
}

}  // namespace raichi
