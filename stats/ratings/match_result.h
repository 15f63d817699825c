#pragma once

#include <cmath>
#include <cstdint>
#include <string>

#include "rules/board/types.h"

namespace raichi {

/// Half the width of a 95 % interval, in standard deviations of a normal distribution.
inline constexpr double kDeviationsOf95Percent = 1.96;

/// Elo per natural unit of rating: 400 / ln 10.
inline constexpr double kEloPerUnit = 173.71779276130073;

/// A value in Elo with half the width of its 95 % interval.
struct EloWithError {
  double elo = 0;
  double error = 0;
};

/// An Elo number to be printed without decimals: rounded, and 0 where the rounded number would read
/// `-0`.
inline double WholeElo(double elo) { return std::round(elo) + 0.0; }

/// Counts of games by result for one player.
struct Tally {
  uint64_t wins = 0;
  uint64_t draws = 0;
  uint64_t losses = 0;

  uint64_t games() const { return wins + draws + losses; }
  /// Returns the points per game, where a draw is half a point; 0 without games.
  double Score() const {
    return games() == 0 ? 0
                        : (static_cast<double>(wins) + 0.5 * static_cast<double>(draws)) /
                              static_cast<double>(games());
  }
  /// Counts a game in which the player had `side`.
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

/// Returns the score as text, such as `64%`; `-` without games.
std::string Percent(const Tally& tally);

/// Results of games between two players under one rule set, from the perspective of `a`. Tools
/// store them as JSON lines:
/// {"a":…,"b":…,"rules":…,"a_attackers":{"wins":…,"draws":…,"losses":…},"a_defenders":{…}}
struct MatchResult {
  std::string a;
  std::string b;
  std::string rules;  // Name of the rule set.
  Tally a_attackers;  // Games in which `a` plays the attackers.
  Tally a_defenders;  // Games in which `a` plays the defenders.

  Tally total() const { return Tally(a_attackers) += a_defenders; }
  bool operator==(const MatchResult&) const = default;
};

}  // namespace raichi
