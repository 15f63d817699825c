#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/rng.h"
#include "rules/game.h"
#include "selfplay/play/game_slot.h"

namespace raichi {

/// Plays `plies` uniformly random legal moves on `game`, for variety in the openings. If the game
/// is then over, or the next move could end it, the moves are taken back and drawn again; after a
/// few failed draws no random moves are played. `rng` serves no other purpose here, so the opening
/// depends only on its state.
void PlayRandomOpening(int plies, Rng* rng, Game* game);

/// The same, but all games with one number `opening` play the same moves while these are legal. At
/// each ply the moves have ranks that follow from the number, the ply and the move; the legal one
/// with the lowest rank is played. So each is equally likely, and two rule sets with L legal moves
/// in all, C of them in common, agree with the greatest chance possible for uniform draws from such
/// sets, C / L (MinHash: Broder 1997).
void PlaySharedOpening(int plies, uint64_t opening, Game* game);

/// Returns the mean of `value` over all ways in which PlayRandomOpening may leave `game`, each
/// weighted by its probability. Calls `value` for each of them, so the time is exponential in
/// `plies`.
double MeanAfterRandomOpening(int plies, const std::function<double(const Game&)>& value,
                              Game* game);

/// Returns the random stream of a game.
Rng StreamOfGame(const SelfPlaySetup& setup, uint64_t id);
/// Returns the index of the rule set of a game, whose first random numbers it takes from `rng`.
size_t DrawRuleSet(const SelfPlaySetup& setup, Rng* rng);
/// Returns the rule set that a game draws.
const RulesPtr& RulesOfGame(const SelfPlaySetup& setup, uint64_t id);

/// Returns the share of a run's games that the rule set at `index` is expected to have, if all are
/// drawn evenly. Equal rule sets share theirs.
double EvenShareOf(const SelfPlaySetup& setup, size_t index);

/// How much the searches of a rule set's recent games corrected the network: the mean distance of
/// their values from its own. It is near 0 where one side wins whatever is played, and large where
/// there is much to learn (docs/experiments.md, "Drawing rule sets").
class ValueCorrection {
 public:
  /// Counts a game.
  void Add(const GameRecord& record);
  /// Returns the mean over the last games, or none if they are too few to tell.
  std::optional<double> Mean() const;

 private:
  std::deque<double> games_;  // the mean of each
};

/// Returns the weights with which rule sets are drawn: `floor` + (1 - floor) c / mean c, where c is
/// each one's correction. Those without one have the mean. Empty if all have the same.
std::vector<double> RuleWeights(std::span<const std::optional<double>> corrections, double floor);

}  // namespace raichi
