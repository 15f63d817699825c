#include "selfplay/play/selfplay_config.h"

#include "selfplay/records/record.h"
#include "selfplay/records/require.h"

namespace raichi {
namespace {

bool IsFraction(float value) { return value >= 0 && value <= 1; }

}  // namespace

void CheckConfig(const SelfPlayConfig& config) {
  Require(config.full_visits >= 1, "full_visits", "at least 1");
  Require(config.fast_visits >= 1, "fast_visits", "at least 1");
  Require(IsFraction(config.full_search_fraction), "full_search_fraction", "0 to 1");
  Require(config.opening_random_plies >= 0, "opening_random_plies", "0 or more");
  Require(config.resign_threshold > 0, "resign_threshold", "more than 0 (1: never resign)");
  Require(config.resign_consecutive >= 1, "resign_consecutive", "at least 1");
  Require(IsFraction(config.resign_playout_fraction), "resign_playout_fraction", "0 to 1");
  Require(config.max_plies >= 1 && config.max_plies <= static_cast<int>(kMaxRecordTurns),
          "max_plies", "1 to 32767");
  Require(config.opening_random_plies < config.max_plies, "opening_random_plies",
          "fewer than max_plies");
  const bool is_gumbel = config.search.root == RootRule::kGumbel;
  Require(config.noise || !is_gumbel, "noise", "true where search.root is gumbel");
  Require(config.search.forced_playouts == 0 || !is_gumbel, "search.forced_playouts",
          "0 where search.root is gumbel");
  CheckConfig(config.handicap);
  CheckConfig(config.past_models);
  CheckConfig(config.restarts);
}

}  // namespace raichi
