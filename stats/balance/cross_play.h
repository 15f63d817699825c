#pragma once

#include <cstdint>
#include <vector>

#include "rules/board/types.h"
#include "stats/ratings/match_result.h"

namespace raichi {

/// One game of a study of balance, as the statistics see it.
struct StudyGame {
  /// The training seeds whose networks played the sides, from 0.
  int attackers = 0;
  int defenders = 0;
  /// Games with the same number share an opening. The statistics treat openings as independent of
  /// each other, and games with the same opening as possibly alike.
  uint32_t opening = 0;
  Result result = Result::kDraw;
};

/// Returns the attackers' points: 1, 1/2 or 0. The game must be over.
double AttackersPoints(Result result);

/// Games under one rule set between players of equal strength, which differ only in the seed of
/// their training. Each seed should attack against each seed, itself included; pairs may be
/// missing.
struct CrossPlay {
  int seeds = 1;
  std::vector<StudyGame> games;
  /// Whether all games share one opening. Their `opening` then numbers their moves as a whole.
  bool has_one_opening = false;
  /// Whether games under other rule sets have the same openings, with the same numbers.
  bool shares_openings = false;

  /// Counts the games as the attackers see them.
  Tally Total() const;
};

/// The games of each ordered pair of seeds, and the openings by consecutive numbers.
struct PairTable {
  explicit PairTable(const CrossPlay& play);

  size_t Pair(int attackers, int defenders) const {
    return static_cast<size_t>(attackers) * static_cast<size_t>(seeds) +
           static_cast<size_t>(defenders);
  }

  int seeds;
  std::vector<double> points;  // Of the attackers, by Pair.
  std::vector<double> games;   // By Pair.
  /// The number of each game's opening, from 0 to `openings` - 1. If all games share one opening,
  /// it tells nothing about other openings; then each game counts as an opening of its own.
  std::vector<size_t> opening_of;
  size_t openings = 0;
  /// How many games count as one, on average: games over openings if all games end alike, since
  /// then nothing tells how far those of an opening repeat each other; else 1.
  double repeats = 1;
};

}  // namespace raichi
