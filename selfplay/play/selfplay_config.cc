#include "selfplay/play/selfplay_config.h"

#include <string>

#include "base/config_keys.h"
#include "selfplay/records/record.h"

namespace raichi {

void ListKeys(SelfPlayConfig* c, KeyList* keys) {
  keys->Add("full_visits", &c->full_visits, {1, 1e9});
  keys->Add("fast_visits", &c->fast_visits, {1, 1e9});
  keys->Add("full_search_fraction", &c->full_search_fraction, {0.01, 1});
  keys->Add("noise", &c->noise);
  keys->Add("opening_random_plies", &c->opening_random_plies, {0, 1000});
  keys->Add("resign_threshold", &c->resign_threshold, {0.001, 1});
  keys->Add("resign_consecutive", &c->resign_consecutive, {1, 1000});
  keys->Add("resign_playout_fraction", &c->resign_playout_fraction, {0, 1});
  keys->Add("max_plies", &c->max_plies, {1, kMaxRecordTurns});
  keys->Add("rules_floor", &c->rules_floor, {0, 1});
  keys->Section("search", [&] { ListKeys(&c->search, keys); });
  keys->Section("handicap", [&] { ListKeys(&c->handicap, keys); });
  keys->Section("past_models", [&] { ListKeys(&c->past_models, keys); });
}

void CheckConfig(const SelfPlayConfig& config) {
  CheckKeysOf(config, "selfplay");
  Require(config.opening_random_plies < config.max_plies, "selfplay.opening_random_plies",
          "fewer than selfplay.max_plies, " + std::to_string(config.max_plies) + ", found " +
              std::to_string(config.opening_random_plies));
  CheckConfig(config.past_models);
  Require(config.noise || config.search.root != RootRule::kGumbel, "selfplay.noise",
          "true where selfplay.search.root is gumbel, found false");
}

}  // namespace raichi
