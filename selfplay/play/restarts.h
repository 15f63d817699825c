#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "rules/rng.h"
#include "rules/rules.h"
#include "selfplay/records/record.h"

namespace raichi {

/// Games that start where an earlier game's search was wrong (starting from such archives of
/// positions: Trudeau and Bowling 2023, Go-Exploit).
struct RestartsConfig {
  float fraction = 0;   // of the games
  int capacity = 1000;  // games of which a position is kept, the newest
};
class KeyList;
void ListKeys(RestartsConfig* config, KeyList* keys);

/// Where a game starts instead of at the setup of its rules.
struct StartPoint {
  size_t rules = 0;      // which of the run's rule sets
  std::string position;  // text (rules/notation.h)
};

/// Positions of a run's newest games, to start from, weighed by regret: how far the value of the
/// search there, in [-1, 1], was from the outcome, 1, 0 or -1. Not thread-safe.
class RestartBuffer {
 public:
  RestartBuffer(const RestartsConfig& config, std::vector<RulesPtr> rules);

  /// Keeps one position of a finished game, drawn from those of its full searches in proportion to
  /// regret; none where there is no regret. Games by other rules than the run's are passed over.
  void Add(const GameRecord& record, Rng* rng);
  /// Takes out a position, drawn in proportion to regret; none if none is left.
  std::optional<StartPoint> Take(Rng* rng);

  size_t size() const { return candidates_.size(); }

 private:
  struct Candidate {
    StartPoint start;
    double regret = 0;
  };

  RestartsConfig config_;
  std::vector<RulesPtr> rules_;
  std::vector<std::string> rules_yaml_;  // as records carry them
  std::deque<Candidate> candidates_;     // the oldest first
};

/// The regret of the turn at `ply` of a finished game.
double RegretOf(const GameRecord& record, size_t ply, Side to_move);

}  // namespace raichi
