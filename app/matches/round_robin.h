#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/matches/match_results.h"
#include "console/interrupt.h"
#include "console/progress.h"
#include "console/work_clock.h"

namespace raichi {

/// Plays every player against every other, except for games that the results already contain.
/// Construct it before any other thread exists (Interrupt).
class RoundRobin {
 public:
  /// `words` name the players. Warns of models that were not trained on the rules, and identifies
  /// the rules to the results. Throws UsageError if a word names no player or two words name the
  /// same.
  RoundRobin(const std::vector<std::string>& words, MatchArguments arguments,
             MatchResults* results);

  /// Adds to the results what they lack; after an interrupt, only the finished pairs. Returns true
  /// if nothing is missing.
  bool Play();

 private:
  uint64_t PairsMissing(size_t i, size_t j) const;
  uint64_t PairsMissing() const;  // of all pairings
  void PlayPairing(size_t i, size_t j);
  void Show(size_t i, size_t j, const MatchOutcome& so_far, uint64_t pairs);

  Interrupt interrupt_;
  std::vector<std::string> words_, names_;  // the words are pinned (PinnedWord)
  MatchArguments arguments_;
  MatchResults* results_;
  Progress progress_;
  size_t pairing_ = 0;
  std::string rules_name_;  // in the results
  WorkClock clock_{0};      // of the pairs that the results lacked at first
};

}  // namespace raichi
