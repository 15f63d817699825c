#include "selfplay/play/pool.h"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>

#include "base/error.h"
#include "base/threads.h"
#include "rules/canonical_yaml.h"
#include "selfplay/play/game_start.h"
#include "selfplay/records/shard_folder.h"

namespace raichi {

SelfPlayPool::SelfPlayPool(SelfPlaySetup setup, int workers, int slots, uint64_t first_game)
    : setup_(std::move(setup)), next_game_(first_game) {
  CheckConfig(setup_.config);
  if (setup_.rules.empty()) throw UsageError("self-play: expected a rule set");
  if (workers < 1 || slots < 1) {
    throw UsageError("self-play: workers, slots: expected at least 1");
  }
  for (const RulesPtr& rules : setup_.rules) {
    rules_yaml_.push_back(RecordedRules(rules->data()));
    balances_.emplace_back(setup_.config.handicap.window);
  }
  corrections_.resize(setup_.rules.size());
  for (int i = 0; i < workers; ++i) {
    workers_.emplace_back(&setup_, slots, nullptr, nullptr);
    if (setup_.config.past_models.fraction > 0) {
      past_workers_.emplace_back(&setup_, slots, nullptr, nullptr);
    }
  }
}

void SelfPlayPool::Remember(std::span<const GameRecord> games) {
  for (const GameRecord& record : games) {
    if (const std::optional<size_t> index = IndexOf(record.rules_yaml)) {
      balances_[*index].Add(record);
      corrections_[*index].Add(record);
    }
  }
}

std::optional<size_t> SelfPlayPool::IndexOf(const std::string& rules_yaml) const {
  const auto yaml = std::find(rules_yaml_.begin(), rules_yaml_.end(), rules_yaml);
  if (yaml == rules_yaml_.end()) return std::nullopt;
  return static_cast<size_t>(yaml - rules_yaml_.begin());
}

namespace {

/// Returns the side of a game that a past model plays: it has an earlier number, or none.
std::optional<Side> PastSideOf(const GameRecord& record) {
  const auto last_number = [](const std::string& names) {
    return ParseNumberedName(names.substr(names.find('-') + 1)).value_or(-1);
  };
  if (record.attackers == record.defenders) return std::nullopt;
  const bool is_attackers = last_number(record.attackers) < last_number(record.defenders);
  return is_attackers ? Side::kAttackers : Side::kDefenders;
}

}  // namespace

void SelfPlayPool::GoOnWith(std::vector<GameRecord> games) {
  for (GameRecord& record : games) {
    const std::optional<size_t> rules = IndexOf(record.rules_yaml);
    const std::optional<Side> past_side = PastSideOf(record);
    if (!rules || (past_side && past_workers_.empty())) continue;
    begun_[past_side ? 1 : 0].push_back(std::make_shared<const BegunGame>(
        BegunGame{.record = std::move(record), .rules = *rules, .past_side = past_side}));
  }
}

std::vector<GameRecord> SelfPlayPool::GamesInProgress() const {
  std::vector<GameRecord> games;
  for (const auto* workers : {&workers_, &past_workers_}) {
    for (const Worker& worker : *workers)
      std::ranges::move(worker.GamesInProgress(), std::back_inserter(games));
  }
  for (const auto& waiting : begun_) {
    for (const auto& begun : waiting) games.push_back(begun->record);
  }
  return games;
}

GameTicket SelfPlayPool::NextTicket(const PoolPhase& phase, bool is_past) {
  GameTicket ticket{.id = next_game_++, .model = phase.model};
  if (is_past) ticket.past_model = phase.past_model;
  if (auto& begun = begun_[is_past ? 1 : 0]; !begun.empty()) {
    ticket.begun = begun.front();
    begun.pop_front();
  } else if (is_past) {
    ticket.past_side = SideOfPastModel(setup_.config.past_models.side, past_games_++);
  }
  return ticket;
}

std::array<std::unique_ptr<Evaluator>, 2> SelfPlayPool::Equip(size_t thread, const PoolPhase& phase,
                                                              const PoolHooks& hooks,
                                                              SelfPlayProgress* progress) {
  const auto number = static_cast<int>(thread);
  std::array<std::unique_ptr<Evaluator>, 2> evaluators = {hooks.new_evaluator(number), nullptr};
  workers_[thread].Use(evaluators[0].get(), nullptr, progress);
  workers_[thread].Rename(phase.model, phase.past_model);
  if (past_workers_.empty() || phase.past_model.empty()) return evaluators;
  evaluators[1] = hooks.new_past_evaluator(number);
  past_workers_[thread].Use(evaluators[0].get(), evaluators[1].get(), progress);
  past_workers_[thread].Rename(phase.model, phase.past_model);
  return evaluators;
}

void SelfPlayPool::Play(const PoolPhase& phase, const PoolHooks& hooks, const std::stop_token& stop,
                        SelfPlayProgress* progress) {
  Adapt(phase);
  Crew crew;
  uint64_t wanted = phase.games;       // Guarded by the crew's mutex.
  std::vector<GameRecord> games_over;  // Guarded by the crew's mutex.
  const auto game_over = [&](FinishedGame game) {
    progress->AddGame(game);
    const std::unique_lock lock(crew.mutex());
    games_over.push_back(std::move(game.record));
    if (wanted > 0) --wanted;
    crew.Notify();
  };
  const auto is_enough = [&] {
    const std::unique_lock lock(crew.mutex());
    return wanted == 0;
  };
  const auto play = [&](int number, const std::stop_token& stop_worker) {
    const auto thread = static_cast<size_t>(number);
    const auto evaluators = Equip(thread, phase, hooks, progress);
    const double past_share = evaluators[1] ? setup_.config.past_models.fraction : 0;
    double leaves = 0, past_leaves = 0;
    while (!stop_worker.stop_requested() && !is_enough()) {
      const bool is_past = past_share >= 1 || past_leaves < past_share * leaves;
      const auto next_game = [&] {
        const std::unique_lock lock(crew.mutex());
        return std::optional(NextTicket(phase, is_past));
      };
      Worker& worker = is_past ? past_workers_[thread] : workers_[thread];
      const auto step = static_cast<double>(worker.Step(next_game, game_over));
      leaves += step;
      if (is_past) past_leaves += step;
    }
  };
  const auto attend = [&] {
    std::vector<GameRecord> news;
    {
      const std::unique_lock lock(crew.mutex());
      news.swap(games_over);
      Remember(news);
    }
    if (!news.empty()) hooks.on_games(std::move(news));
    const bool goes_on = !hooks.should_stop || !hooks.should_stop();
    return goes_on && !stop.stop_requested();
  };
  crew.Run(static_cast<int>(workers_.size()), play, attend);
}

void SelfPlayPool::Adapt(const PoolPhase& phase) {
  const SelfPlayConfig& config = setup_.config;
  setup_.visit_factors.clear();
  std::vector<std::optional<double>> corrections;
  for (size_t i = 0; i < rules_yaml_.size(); ++i) {
    const size_t first = *IndexOf(rules_yaml_[i]);
    const double games = static_cast<double>(phase.games_so_far) * EvenShareOf(setup_, i);
    setup_.visit_factors.push_back(
        VisitFactors(config.handicap, balances_[first].AttackersShare(), games));
    corrections.push_back(corrections_[first].Mean());
  }
  corrections.resize(rules_yaml_.size() - setup_.random_rules);
  setup_.rule_weights = RuleWeights(corrections, static_cast<double>(config.rules_floor));
}

}  // namespace raichi
