#include "selfplay/match/match.h"

#include <algorithm>
#include <mutex>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "base/config_keys.h"
#include "base/error.h"
#include "base/threads.h"
#include "selfplay/match/match_worker.h"

namespace raichi {

void CheckConfig(const MatchConfig& config) {
  Require(config.rules != nullptr, "match.rules", "a rule set");
  Require(config.concurrent_pairs >= 1, "match.concurrent_pairs", "at least 1");
  Require(config.max_plies >= 1 && config.max_plies <= static_cast<int>(kMaxRecordTurns),
          "match.max_plies", "1 to 32767");
  Require(config.opening_random_plies >= 0 && config.opening_random_plies < config.max_plies,
          "match.opening_random_plies", "0 or more, fewer than max_plies");
  if (!config.sprt) return;
  const SprtConfig& sprt = *config.sprt;
  Require(sprt.elo0 < sprt.elo1, "match.sprt", "elo0 less than elo1");
  Require(sprt.alpha > 0 && sprt.alpha < 0.5, "match.sprt", "alpha between 0 and 0.5");
  Require(sprt.beta > 0 && sprt.beta < 0.5, "match.sprt", "beta between 0 and 0.5");
}

Side SideOfA(const MatchConfig& config, size_t game) {
  return config.a_side.value_or(game == 0 ? Side::kAttackers : Side::kDefenders);
}

int ConcurrentPairs(uint64_t pairs, int workers, int most) {
  const auto crew = static_cast<uint64_t>(workers);
  const uint64_t share = std::max<uint64_t>(1, (pairs + crew - 1) / crew);
  return static_cast<int>(std::min<uint64_t>(share, static_cast<uint64_t>(std::max(most, 1))));
}

size_t PairResult::HalfPoints() const {
  const auto points = [](Result result, Side side) {
    return result == Result::kDraw ? size_t{1} : result == WinFor(side) ? size_t{2} : size_t{0};
  };
  return points(results[0], a_sides[0]) + points(results[1], a_sides[1]);
}

uint64_t MatchOutcome::num_pairs() const {
  return std::accumulate(pairs.begin(), pairs.end(), uint64_t{0});
}

MatchTally::MatchTally(const MatchConfig& config, std::string a, std::string b)
    : config_(config), done_(config.pairs == 0) {
  outcome_.result.a = std::move(a);
  outcome_.result.b = std::move(b);
  outcome_.result.rules = config.rules->data().name;
}

void MatchTally::Add(PairResult pair, const OnPair& on_pair) {
  waiting_.emplace(pair.index, std::move(pair));
  while (!done_ && waiting_.contains(outcome_.num_pairs())) {
    Count(std::move(waiting_.extract(outcome_.num_pairs()).mapped()));
    if (on_pair) on_pair(outcome_);
  }
}

void MatchTally::Count(PairResult pair) {
  for (size_t game = 0; game < 2; ++game) {
    const Side side = pair.a_sides[game];
    const bool attacks = side == Side::kAttackers;
    Tally& tally = attacks ? outcome_.result.a_attackers : outcome_.result.a_defenders;
    tally.Add(pair.results[game], side);
  }
  outcome_.plies += static_cast<uint64_t>(pair.plies[0] + pair.plies[1]);
  ++outcome_.pairs[pair.HalfPoints()];
  for (GameRecord& record : pair.records) outcome_.records.push_back(std::move(record));
  done_ = outcome_.num_pairs() == config_.pairs;
  if (!config_.sprt) return;
  outcome_.sprt = Sprt(*config_.sprt, outcome_.pairs);
  done_ = done_ || outcome_.sprt->decision != SprtDecision::kContinue;
}

MatchOutcome PlayMatch(const MatchConfig& config, const PlayerKind& a, const PlayerKind& b,
                       const MatchTally::OnPair& on_pair, const std::function<bool()>& stop) {
  CheckConfig(config);
  MatchTally tally(config, a.name(), b.name());
  MatchWorker worker(&config, a, b);
  uint64_t next = 0;
  const auto next_pair = [&]() -> std::optional<uint64_t> {
    return next < config.pairs ? std::optional(next++) : std::nullopt;
  };
  const auto pair_over = [&](PairResult pair) { tally.Add(std::move(pair), on_pair); };
  while (!tally.IsDone() && !(stop && stop()) && worker.Step(next_pair, pair_over)) {
  }
  return tally.TakeOutcome();
}

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
