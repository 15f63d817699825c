#pragma once

#include <array>
#include <cstdint>
#include <deque>

#include "selfplay/records/record.h"

namespace raichi {

/// Settings for giving more search to a side that loses nearly every game. While play is random,
/// most rule sets favour one side; the moves of the other side then hardly affect the outcome, and
/// it learns nothing.
struct HandicapConfig {
  /// Factor on the visits of a side that loses every game; 1 disables the handicap.
  float max_factor = 1;
  /// The handicap begins when one side wins more than this share of the decisive games.
  float from_share = 0.6f;
  /// Number of recent decisive games from which the share is computed.
  int window = 200;
  /// Number of games of a rule set after which it has no handicap. It shrinks linearly until then.
  int64_t until_games = 20'000;
};
class KeyList;
void ListKeys(HandicapConfig* config, KeyList* keys);

/// Running share of wins of each side in a run's recent games.
class OutcomeBalance {
 public:
  explicit OutcomeBalance(int window) : window_(static_cast<size_t>(window)) {}

  /// Counts a game. Ignores draws and games between different models.
  void Add(const GameRecord& record);
  /// Returns the attackers' share of wins in the last `window` decisive games. While there are
  /// fewer, each missing game counts as half a win for either side.
  double AttackersShare() const;

 private:
  size_t window_;
  std::deque<bool> attackers_won_;
  size_t attackers_wins_ = 0;
};

/// Returns, by side, the factor on the visits of its searches. It is 1 for the side that wins more.
/// For the other side it is
///     1 + (max_factor - 1) max(0, s - from_share) / (1 - from_share)
///       max(0, 1 - games / until_games),
/// where s is the share of the games that the winning side takes, and `games` is the number of
/// games that the rule set has had.
std::array<float, 2> VisitFactors(const HandicapConfig& config, double attackers_share,
                                  double games);

}  // namespace raichi
