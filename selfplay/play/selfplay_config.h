#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>

#include "base/rng.h"
#include "mcts/search/search_config.h"
#include "rules/board/types.h"
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

/// The side that a past model plays.
enum class PastSide : uint8_t { kBoth, kAttackers, kDefenders };  // kBoth: each in turn

/// Settings for games against past models: earlier models of the run, or one frozen model of
/// another folder. Earlier models keep a side that no longer loses to the newest model from
/// forgetting how to beat older ones. A frozen model on one side turns the run into the search for
/// a best response to it.
struct PastModelsConfig {
  float fraction = 0;  // Share of all self-play evaluations spent on these games.
  /// Share of the earlier models, counted from the newest, from which opponents are drawn.
  float oldest = 0.5f;
  std::string model;  // The frozen model; empty: earlier models of the run.
  PastSide side = PastSide::kBoth;
};
class KeyList;
void ListKeys(PastModelsConfig* config, KeyList* keys);
/// Throws UsageError naming a key that contradicts another one.
void CheckConfig(const PastModelsConfig& config);

/// Draws an opponent for `model` uniformly from the newest ceil(oldest * n) of the n earlier models
/// in `models`, which must be ascending. Returns nothing if `fraction` is 0 or no model is earlier.
std::optional<int> DrawPastModel(const PastModelsConfig& config, std::span<const int> models,
                                 int model, Rng* rng);

/// Returns the side of the past model in the game with this number among those against past models.
Side SideOfPastModel(PastSide side, uint64_t game);

/// Settings of self-play games.
struct SelfPlayConfig {
  SearchConfig search;  // Includes the temperature for choosing moves.

  // Playout cap randomisation (Wu 2019, 3.1): with probability `full_search_fraction` a turn is a
  // full search, which uses root noise and is a policy target. All other turns are fast searches,
  // without noise, and are not targets.
  int full_visits = 128;
  int fast_visits = 24;
  float full_search_fraction = 0.25f;
  bool noise = true;  // Root noise in full searches.

  // Opening variety: a game begins with k random plies, k uniform in 0 .. opening_random_plies.
  int opening_random_plies = 0;

  // A side resigns when the value of its search was below -resign_threshold in resign_consecutive
  // of its turns in a row. With a threshold of 1 or more no side resigns. The fraction
  // resign_playout_fraction of the games is played to the end regardless, to measure how often
  // resigning would have been wrong.
  float resign_threshold = 1;
  int resign_consecutive = 3;
  float resign_playout_fraction = 0.1f;

  int max_plies = 512;  // A game that reaches this length is a draw by ply limit.

  // Least weight with which a rule set is drawn (game_start.h); 1: all are drawn evenly. Used only
  // by SelfPlayPool.
  float rules_floor = 1;

  // Used only by SelfPlayPool, for runs that train models on their own games; ignored elsewhere.
  HandicapConfig handicap;
  PastModelsConfig past_models;
};

class KeyList;
void ListKeys(SelfPlayConfig* config, KeyList* keys);
/// Throws UsageError naming a key whose value is out of range or contradicts another key.
void CheckConfig(const SelfPlayConfig& config);

}  // namespace raichi
