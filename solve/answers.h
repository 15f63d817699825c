#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/rng.h"
#include "solve/table.h"

namespace raichi {

/// Questions to a finished table.

/// Positions are counted up to symmetry. Each is one in which the game goes on.
struct SolveSummary {
  uint64_t reached = 0;
  std::array<uint64_t, 4> by_result{};  // by Result
  uint64_t endless = 0;                 // nobody can force an end; part of the count of its result
  /// The longest win of each side, by Side, and the first position of that length.
  struct Longest {
    int plies = 0;  // 0: no win
    uint64_t index = 0;
  };
  std::array<Longest, 2> longest{};
};
SolveSummary Summarize(const SolveTable& table);

/// Draws up to `count` different reached positions, all equally likely, in random order. With
/// `min_plies`, only those that are not won within fewer plies; endless and drawn ones count.
std::vector<uint64_t> SamplePositions(const SolveTable& table, uint64_t count, int min_plies,
                                      Rng* rng);

/// The attackers' mean score, a draw counting half, with perfect play after a random opening of
/// `plies` moves (selfplay/play/game_start.h) from a reached position.
double MeanScoreAfterOpening(const SolveTable& table, const Position& position, int plies);

/// A legal move, and what it is worth: the value of the position after it, with the distance
/// counted from before it.
struct SolvedMove {
  Move move;
  Step step;
  Solved value;
};
/// The legal moves of a reached position, best first: fast wins, slow wins, draws, slow losses,
/// fast losses. Equals keep the order of GenerateMoves.
std::vector<SolvedMove> SolvedMoves(const SolveTable& table, const Position& position);

}  // namespace raichi
