#include "selfplay/play/handicap.h"

#include <algorithm>

#include "base/config_keys.h"

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

}  // namespace raichi
