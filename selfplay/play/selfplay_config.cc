#include "selfplay/play/selfplay_config.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/config_keys.h"
#include "selfplay/records/record.h"

namespace raichi {

void ListKeys(HandicapConfig* c, KeyList* keys) {
  keys->Add("max_factor", &c->max_factor, {1, 1000},
            "More search for the side that loses most games: the visits of a side that loses every "
            "game are multiplied by `max_factor`; 1: off. Each rule set counts its own games. Only "
            "in `raichi run` and `raichi selfplay FOLDER`.");
  keys->Add("from_share", &c->from_share, {0.5, 0.999},
            "The factor is above 1 if the other side wins more than this share of the last "
            "decisive games.");
  keys->Add("window", &c->window, {1, 1e9},
            "The number of last decisive games over which that share is taken. While there are "
            "fewer, each missing game counts half for each side.");
  keys->Add("until_games", &c->until_games, {1, 1LL << 50},
            "The factor shrinks linearly and is 1 from this game of a rule set on. A rule set has "
            "its even share of the run's games, and each iteration counts "
            "`loop.games_per_iteration` of these, even if it ended early.");
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
  keys->Add(
      "fraction", &c->fraction, {0, 1},
      "Share of self-play's evaluations spent on games in which a past model plays one side: "
      "an earlier model of the run, or the frozen `model`. It always uses fast searches, and "
      "its turns are not policy targets. These games use slots in addition to "
      "`workers.slots`. 1 needs a `model`. Only in `raichi run` and `raichi selfplay FOLDER`.");
  keys->Add("oldest", &c->oldest, {0.001, 1},
            "Each iteration draws its opponent from the newest earlier models: this share of them, "
            "rounded up. 1: from all earlier models.");
  keys->Add("model", &c->model,
            "The path of a model or of a run's folder. The past model of all iterations is this "
            "frozen model instead of an earlier one of the run, from the first iteration on. A "
            "run's folder stands for the model that is its newest when this run begins. The run "
            "notes the checksum of its weights; if they change, self-play stops with an error. See "
            "[run-folder.md](run-folder.md#a-run-against-a-frozen-model).");
  keys->AddWord("side", &c->side, {"both", "attackers", "defenders"},
                "The side that the past model plays. `both`: each in turn.");
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
  keys->Add("full_visits", &c->full_visits, {1, 1e9},
            "Visits of a full search. A full search is noisy, and its turn is a policy target.");
  keys->Add("fast_visits", &c->fast_visits, {1, 1e9},
            "Visits of a fast search. Every turn without a full search has a fast one (playout cap "
            "randomization, Wu 2019).");
  keys->Add("full_search_fraction", &c->full_search_fraction, {0.01, 1},
            "Share of turns with a full search. If an iteration has none, more games follow, "
            "because only these turns teach the policy.");
  keys->Add("noise", &c->noise, "Add Dirichlet noise at the root of full searches.");
  keys->Add("opening_random_plies", &c->opening_random_plies, {0, 1000},
            "A game begins with a random number of random moves, from 0 to this. Must be less than "
            "`selfplay.max_plies`.");
  keys->Add("resign_threshold", &c->resign_threshold, {0.001, 1},
            "A side resigns when its value stays below −`resign_threshold`; 1: no side resigns.");
  keys->Add("resign_consecutive", &c->resign_consecutive, {1, 1000},
            "The number of the side's turns in a row in which the value must be that low.");
  keys->Add("resign_playout_fraction", &c->resign_playout_fraction, {0, 1},
            "Share of games in which no side may resign, to measure how often resigning would be "
            "wrong.");
  keys->Add("max_plies", &c->max_plies, {1, kMaxRecordTurns},
            "A game that has lasted this many plies is a draw. Training takes what the last search "
            "of such a game thought of it, not the draw.");
  keys->Add("rules_floor", &c->rules_floor, {0, 1},
            "Least weight with which a rule set is drawn. The rest of its weight is in proportion "
            "to how much the searches of its last games corrected the network's values, so little "
            "time goes to rule sets under which one side wins anyway. 1: all are drawn evenly. "
            "Only in `raichi run` and `raichi selfplay FOLDER`.");
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
