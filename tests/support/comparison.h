#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tests/support/compare.h"

namespace raichi {

/// Compares the engine with the slow engine under one rule set, board by board. Fails the test at
/// the first difference.
class Comparison {
 public:
  Comparison(RulesPtr rules, uint64_t seed)
      : rules_(std::move(rules)), engine_(rules_->data()), rng_(seed) {}

  /// Plays random games of random lengths from the setup until `positions` positions were compared.
  void PlayGames(int positions);
  /// Does the same for games of a few plies from randomly changed boards.
  void PlayMutations(int positions);
  /// Compares all moves of one board.
  void CheckBoard(const slow::Board& board);

  const slow::SlowEngine& engine() const { return engine_; }
  Rng* rng() { return &rng_; }
  /// Returns how often each end of a game was seen, keyed by its reason; also counts `captures` and
  /// `shieldwalls`.
  const std::map<std::string, int>& seen() const { return seen_; }

 private:
  void Walk(slow::Board* board, int plies);
  int PlayFrom(slow::Board board, int max_plies);
  void CheckPlay(const Position& fast, const slow::Board& board, slow::SlowMove move);
  void Check(const std::string& difference) const;

  RulesPtr rules_;
  slow::SlowEngine engine_;
  Rng rng_;
  std::map<std::string, int> seen_;
};

template <typename T>
const T& Pick(const std::vector<T>& all, Rng* rng) {
  return all[rng->Below(static_cast<uint32_t>(all.size()))];
}

/// Returns random rules that do not contradict themselves. `adjust`, if given, changes each
/// candidate first.
RulesPtr RandomRules(Rng* rng, const std::function<void(RuleSet*)>& adjust = {});

}  // namespace raichi
