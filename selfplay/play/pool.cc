#include "selfplay/play/pool.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "base/error.h"
#include "base/threads.h"
#include "rules/canonical_yaml.h"
#include "selfplay/play/game_start.h"

namespace raichi {

/// State of one call of Play.
class SelfPlayPool::Session {
 public:
  Session(SelfPlayPool* pool, const PoolPhase& phase, const PoolHooks& hooks,
          SelfPlayProgress* progress)
      : pool_(*pool), phase_(phase), hooks_(hooks), progress_(progress), wanted_(phase.games) {}

  void Run(const std::stop_token& stop) {
    crew_.Run(
        static_cast<int>(pool_.threads_.size()),
        [this](int number, const std::stop_token& stop_worker) { Play(number, stop_worker); },
        [&] { return Attend() && !stop.stop_requested(); });
  }

 private:
  void Play(int number, const std::stop_token& stop) {
    Thread& thread = pool_.threads_[static_cast<size_t>(number)];
    const bool has_past = thread.past_worker != nullptr && !phase_.past_model.empty();
    const std::unique_ptr<Evaluator> evaluator = hooks_.new_evaluator(number);
    const std::unique_ptr<Evaluator> past = has_past ? hooks_.new_past_evaluator(number) : nullptr;
    Use(thread.worker.get(), evaluator.get(), nullptr);
    if (has_past) Use(thread.past_worker.get(), evaluator.get(), past.get());
    const auto game_over = [this](FinishedGame game) { Collect(std::move(game)); };
    const double past_share = has_past ? pool_.setup_.config.past_models.fraction : 0;
    double leaves = 0, past_leaves = 0;
    while (!stop.stop_requested() && !IsEnough()) {
      const bool is_past = past_share >= 1 || past_leaves < past_share * leaves;
      Worker& worker = *(is_past ? thread.past_worker : thread.worker);
      const auto step =
          static_cast<double>(worker.Step([&] { return NextGame(is_past); }, game_over));
      leaves += step;
      if (is_past) past_leaves += step;
    }
  }

  void Use(Worker* worker, Evaluator* evaluator, Evaluator* past) {
    worker->Use(evaluator, past, progress_);
    worker->Rename(phase_.model, phase_.past_model);
  }

  std::optional<GameTicket> NextGame(bool is_past) {
    const std::unique_lock lock(crew_.mutex());
    return pool_.NextTicket(phase_, is_past);
  }

  void Collect(FinishedGame game) {
    progress_->AddGame(game);
    const std::unique_lock lock(crew_.mutex());
    games_over_.push_back(std::move(game.record));
    if (wanted_ > 0) --wanted_;
    crew_.Notify();
  }

  bool IsEnough() {
    const std::unique_lock lock(crew_.mutex());
    return wanted_ == 0;
  }

  bool Attend() {
    std::vector<GameRecord> news;
    {
      const std::unique_lock lock(crew_.mutex());
      news.swap(games_over_);
      pool_.Remember(news);
    }
    if (!news.empty()) hooks_.on_games(std::move(news));
    return !(hooks_.should_stop && hooks_.should_stop());
  }

  SelfPlayPool& pool_;
  const PoolPhase& phase_;
  const PoolHooks& hooks_;
  SelfPlayProgress* const progress_;
  Crew crew_;
  uint64_t wanted_;                     // Guarded by the crew's mutex.
  std::vector<GameRecord> games_over_;  // Guarded by the crew's mutex.
};

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
  const auto new_worker = [&] {
    return std::make_unique<Worker>(&setup_, slots, nullptr, nullptr);
  };
  const bool has_past = setup_.config.past_models.fraction > 0;
  for (int i = 0; i < workers; ++i) {
    threads_.push_back({new_worker(), has_past ? new_worker() : nullptr});
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

GameTicket SelfPlayPool::NextTicket(const PoolPhase& phase, bool is_past) {
  GameTicket ticket{.id = next_game_++, .model = phase.model};
  if (is_past) {
    ticket.past_model = phase.past_model;
    ticket.past_side = SideOfPastModel(setup_.config.past_models.side, past_games_++);
  }
  return ticket;
}

void SelfPlayPool::Play(const PoolPhase& phase, const PoolHooks& hooks, const std::stop_token& stop,
                        SelfPlayProgress* progress) {
  Adapt(phase);
  Session(this, phase, hooks, progress).Run(stop);
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
