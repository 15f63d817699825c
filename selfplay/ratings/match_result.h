#pragma once

#include <cstdint>
#include <string>

#include "rules/board/types.h"

namespace raichi {

/// Games counted by how they ended for one player.
struct Tally {
  uint64_t wins = 0;
  uint64_t draws = 0;
  uint64_t losses = 0;

  uint64_t games() const { return wins + draws + losses; }
  /// Points per game, a draw being half a point; 0 without games.
  double Score() const {
    return games() == 0 ? 0
                        : (static_cast<double>(wins) + 0.5 * static_cast<double>(draws)) /
                              static_cast<double>(games());
  }
  /// Counts a game that the player had on `side`.
  void Add(Result result, Side side) {
    ++(result == Result::kDraw ? draws : result == WinFor(side) ? wins : losses);
  }
  Tally& operator+=(const Tally& other) {
    wins += other.wins;
    draws += other.draws;
    losses += other.losses;
    return *this;
  }
  bool operator==(const Tally&) const = default;
};

/// Games between two players under one rule set, seen by `a`. Tools keep them as JSON lines:
/// {"a":…,"b":…,"rules":…,"a_attackers":{"wins":…,"draws":…,"losses":…},"a_defenders":{…}}.
struct MatchResult {
  std::string a;
  std::string b;
  std::string rules;  // name of the rule set
  Tally a_attackers;  // a's games as attackers
  Tally a_defenders;  // a's games as defenders

  Tally total() const { return Tally(a_attackers) += a_defenders; }
  bool operator==(const MatchResult&) const = default;
};

}  // namespace raichi
