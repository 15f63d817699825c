#include "selfplay/play/restarts.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "base/config_keys.h"
#include "rules/canonical_yaml.h"
#include "rules/notation.h"

namespace raichi {
namespace {

/// Draws an index in proportion to the weights, whose sum must be more than 0.
size_t DrawByWeight(std::span<const double> weights, Rng* rng) {
  double rest = 0;
  for (const double weight : weights) rest += weight;
  rest *= rng->Uniform();
  size_t drawn = 0;
  for (size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] <= 0) continue;
    drawn = i;  // The last one, if rounding leaves a remainder.
    rest -= weights[i];
    if (rest < 0) break;
  }
  return drawn;
}

/// Returns the regrets by ply; 0 for turns without a full search.
std::vector<double> RegretsOf(const GameRecord& record, Side first) {
  std::vector<double> regrets(record.turns.size());
  for (size_t ply = 0; ply < regrets.size(); ++ply) {
    if (!record.turns[ply].full_search) continue;
    regrets[ply] = RegretOf(record, ply, ply % 2 == 0 ? first : Opponent(first));
  }
  return regrets;
}

}  // namespace

void ListKeys(RestartsConfig* c, KeyList* keys) {
  keys->Add("fraction", &c->fraction, {0, 1});
  keys->Add("capacity", &c->capacity, {1, 1 << 20});
}

double RegretOf(const GameRecord& record, size_t ply, Side to_move) {
  double outcome = 0;
  if (record.result != Result::kDraw) outcome = record.result == WinFor(to_move) ? 1 : -1;
  return std::abs(static_cast<double>(record.turns[ply].root_value) - outcome);
}

RestartBuffer::RestartBuffer(const RestartsConfig& config, std::vector<RulesPtr> rules)
    : config_(config), rules_(std::move(rules)) {
  for (const RulesPtr& r : rules_) rules_yaml_.push_back(RecordedRules(r->data()));
}

void RestartBuffer::Add(const GameRecord& record, Rng* rng) {
  const auto yaml = std::find(rules_yaml_.begin(), rules_yaml_.end(), record.rules_yaml);
  if (config_.fraction <= 0 || yaml == rules_yaml_.end()) return;
  const auto index = static_cast<size_t>(yaml - rules_yaml_.begin());
  Game game = StartOf(record, rules_[index]);
  const std::vector<double> regrets = RegretsOf(record, game.to_move());
  if (std::none_of(regrets.begin(), regrets.end(), [](double regret) { return regret > 0; }))
    return;
  const size_t ply = DrawByWeight(regrets, rng);
  for (size_t i = 0; i < ply; ++i) game.Play(record.turns[i].move);
  candidates_.push_back({{index, ToString(game.rules(), game.position())}, regrets[ply]});
  if (candidates_.size() > static_cast<size_t>(config_.capacity)) candidates_.pop_front();
}

std::optional<StartPoint> RestartBuffer::Take(Rng* rng) {
  if (candidates_.empty()) return std::nullopt;
  std::vector<double> regrets;
  for (const Candidate& candidate : candidates_) regrets.push_back(candidate.regret);
  const auto taken = candidates_.begin() + static_cast<std::ptrdiff_t>(DrawByWeight(regrets, rng));
  StartPoint start = std::move(taken->start);
  candidates_.erase(taken);
  return start;
}

}  // namespace raichi
