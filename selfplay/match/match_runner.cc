#include "selfplay/match/match_runner.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.h"
#include "selfplay/match/match_worker.h"
#include "selfplay/play/crew.h"

namespace raichi {
namespace {

using Lock = std::unique_lock<std::mutex>;

/// State of one call of RunMatch.
class MatchSession {
 public:
  MatchSession(const MatchConfig& config, const MatchHooks& hooks, const std::stop_token& stop)
      : config_(config), hooks_(hooks), stop_(stop) {}

  MatchOutcome Run(int workers) {
    crew_.Run(
        workers, [this](int worker, const std::stop_token& stop) { Play(worker, stop); },
        [this] { return Attend(); });
    if (!tally_) return MatchTally(config_, "", "").TakeOutcome();
    return tally_->TakeOutcome();
  }

 private:
  void Play(int number, const std::stop_token& stop) {
    const MatchPlayers players = hooks_.new_players(number);
    MatchWorker worker(&config_, *players.a, *players.b);
    {
      const Lock lock(crew_.mutex());
      if (!tally_) tally_.emplace(config_, players.a->name(), players.b->name());
    }
    const auto next_pair = [this] { return NextPair(); };
    const auto pair_over = [this](PairResult pair) {
      const Lock lock(crew_.mutex());
      finished_.push_back(std::move(pair));
      crew_.Notify();
    };
    while (!stop.stop_requested() && worker.Step(next_pair, pair_over)) {
    }
  }

  std::optional<uint64_t> NextPair() {
    const Lock lock(crew_.mutex());
    return next_ < config_.pairs ? std::optional(next_++) : std::nullopt;
  }

  bool Attend() {
    std::vector<PairResult> finished;
    {
      const Lock lock(crew_.mutex());
      finished.swap(finished_);
    }
    for (PairResult& pair : finished) tally_->Add(std::move(pair), hooks_.on_pair);
    if (stop_.stop_requested() || (hooks_.should_stop && hooks_.should_stop())) return false;
    return finished.empty() || !tally_->IsDone();
  }

  const MatchConfig& config_;
  const MatchHooks& hooks_;
  const std::stop_token stop_;
  Crew crew_;
  uint64_t next_ = 0;                 // Guarded by the crew's mutex.
  std::vector<PairResult> finished_;  // Likewise; pairs to be counted.
  // Created by the first worker, then used only by the calling thread.
  std::optional<MatchTally> tally_;
};

}  // namespace

MatchOutcome RunMatch(const MatchConfig& config, int workers, const MatchHooks& hooks,
                      const std::stop_token& stop) {
  CheckConfig(config);
  if (workers < 1) throw UsageError("match: workers: expected at least 1");
  const uint64_t useful = std::max<uint64_t>(1, config.pairs);
  return MatchSession(config, hooks, stop)
      .Run(static_cast<int>(std::min<uint64_t>(useful, static_cast<uint64_t>(workers))));
}

}  // namespace raichi
