#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "base/rng.h"
#include "rules/rules.h"
#include "selfplay/records/record.h"

namespace raichi {

/// Settings for games that start at positions which an earlier game's search misjudged. Starting
/// from an archive of positions follows Go-Exploit (Trudeau and Bowling 2023).
struct RestartsConfig {
  float fraction = 0;   // Fraction of games that start this way.
  int capacity = 1000;  // Number of newest games from which one position each is kept.
};
class KeyList;
void ListKeys(RestartsConfig* config, KeyList* keys);

/// A starting position that replaces the setup of the rules.
struct StartPoint {
  size_t rules = 0;      // Index of the run's rule set.
  std::string position;  // Position text (rules/notation.h).
};

/// Starting positions from a run's newest games, weighted by regret: the distance between the value
/// of the search at the position, in [-1, 1], and the outcome, which is 1, 0 or -1. Not
/// thread-safe.
class RestartBuffer {
 public:
  RestartBuffer(const RestartsConfig& config, std::vector<RulesPtr> rules);

  /// Keeps one position of a finished game, drawn from its full searches in proportion to regret.
  /// Keeps nothing if all regrets are 0. Ignores games under rules that are not the run's.
  void Add(const GameRecord& record, Rng* rng);
  /// Removes and returns a position, drawn in proportion to regret, or nothing if the buffer is
  /// empty.
  std::optional<StartPoint> Take(Rng* rng);

  size_t size() const { return candidates_.size(); }

 private:
  struct Candidate {
    StartPoint start;
    double regret = 0;
  };

  RestartsConfig config_;
  std::vector<RulesPtr> rules_;
  std::vector<std::string> rules_yaml_;  // By rule set, as stored in records.
  std::deque<Candidate> candidates_;     // Oldest first.
};

/// Returns the regret of the turn at `ply` of a finished game, where `to_move` is the side to move.
double RegretOf(const GameRecord& record, size_t ply, Side to_move);

}  // namespace raichi
