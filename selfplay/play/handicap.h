#pragma once

#include <array>
#include <cstdint>
#include <deque>

#include "selfplay/records/record.h"

namespace raichi {

/// More search for the side that loses nearly everything. While play is random most rule sets
/// favour one side; the other's moves then hardly matter to any outcome, and it learns nothing.
struct HandicapConfig {
  float max_factor = 1;     // of the visits of a side that loses every game; 1: off
  float from_share = 0.6f;  // share of the decisive games that a side may win before it sets in
  int window = 200;         // decisive games that the share is of
  int64_t until_games = 20'000;  // of the run; it shrinks towards them, and is gone then
};
class KeyList;
void ListKeys(HandicapConfig* config, KeyList* keys);

/// Who wins a run's recent games.
class OutcomeBalance {
 public:
  explicit OutcomeBalance(int window) : window_(static_cast<size_t>(window)) {}

  /// Counts a game, unless it was drawn, did not begin at the setup of its rules or was between
  /// different models.
  void Add(const GameRecord& record);
  /// The attackers' share of the last `window` decisive games; those not yet played count as
  /// shared.
  double AttackersShare() const;

 private:
  size_t window_;
  std::deque<bool> attackers_won_;
  size_t attackers_wins_ = 0;
};

/// What the visits of the searches of each side are multiplied by: 1 for the side that wins more,
/// and for the other, of which the winner takes the share s of the games,
///     1 + (max_factor - 1) max(0, s - from_share) / (1 - from_share) max(0, 1 - games /
///     until_games).
std::array<float, 2> VisitFactors(const HandicapConfig& config, double attackers_share,
                                  int64_t games);

}  // namespace raichi
