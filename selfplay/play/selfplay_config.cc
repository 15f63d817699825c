#include "selfplay/play/selfplay_config.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/config_keys.h"
#include "selfplay/records/record.h"

namespace raichi {

void ListKeys(HandicapConfig* c, KeyList* keys) {
  keys->Add("max_factor", &c->max_factor, {1, 1000});
  keys->Add("from_share", &c->from_share, {0.5, 0.999});
  keys->Add("window", &c->window, {1, 1e9});
  keys->Add("until_games", &c->until_games, {1, 1LL << 50});
}

void OutcomeBalance::Add(const GameRecord& record) {
  if (record.result == Result::kDraw || record.IsBetweenModels()) return;
  attackers_won_.push_back(record.result == Result::kAttackersWin);
  attackers_wins_ += attackers_won_.back() ? 1 : 0;
  if (attackers_won_.size() <= window_) return;
  attackers_wins_ -= attackers_won_.front() ? 1 : 0;
  attackers_won_.pop_front();
}

double OutcomeBalance::AttackersShare() const {
  const auto missing = static_cast<double>(window_ - attackers_won_.size());
  return (static_cast<double>(attackers_wins_) + missing / 2) / static_cast<double>(window_);
}

std::array<float, 2> VisitFactors(const HandicapConfig& config, double attackers_share,
                                  double games) {
  const double share = std::max(attackers_share, 1 - attackers_share);
  const auto from = static_cast<double>(config.from_share);
  const double excess = std::max(0.0, share - from) / (1 - from);
  const double left = std::max(0.0, 1 - games / static_cast<double>(config.until_games));
  const double extra = (static_cast<double>(config.max_factor) - 1) * excess * left;
  std::array<float, 2> factors = {1, 1};
  const Side loser = attackers_share < 0.5 ? Side::kAttackers : Side::kDefenders;
  factors[static_cast<size_t>(loser)] = static_cast<float>(1 + extra);
  return factors;
}

void ListKeys(PastModelsConfig* c, KeyList* keys) {
  keys->Add("fraction", &c->fraction, {0, 1});
  keys->Add("oldest", &c->oldest, {0.001, 1});
  keys->Add("model", &c->model);
  keys->AddWord("side", &c->side, {"both", "attackers", "defenders"});
}

void CheckConfig(const PastModelsConfig& config) {
  const bool is_frozen = !config.model.empty();
  Require(is_frozen || config.fraction < 1, "selfplay.past_models.fraction",
          "less than 1 without selfplay.past_models.model");
  Require(!is_frozen || config.fraction > 0, "selfplay.past_models.fraction",
          "more than 0 with selfplay.past_models.model");
}

std::optional<int> DrawPastModel(const PastModelsConfig& config, std::span<const int> models,
                                 int model, Rng* rng) {
  const auto end = std::lower_bound(models.begin(), models.end(), model);
  const auto earlier = models.first(static_cast<size_t>(end - models.begin()));
  if (config.fraction <= 0 || earlier.empty()) return std::nullopt;
  const auto count =
      static_cast<size_t>(std::ceil(config.oldest * static_cast<float>(earlier.size())));
  return earlier.last(count)[rng->Below(static_cast<uint32_t>(count))];
}

Side SideOfPastModel(PastSide side, uint64_t game) {
  if (side == PastSide::kAttackers) return Side::kAttackers;
  if (side == PastSide::kDefenders) return Side::kDefenders;
  return game % 2 == 0 ? Side::kAttackers : Side::kDefenders;
}

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
