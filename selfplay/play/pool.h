#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "selfplay/play/game_slot.h"
#include "selfplay/play/handicap.h"
#include "selfplay/play/progress.h"
#include "selfplay/play/restarts.h"
#include "selfplay/play/worker.h"

namespace raichi {

/// What a call of `SelfPlayPool::Play` plays.
struct PoolPhase {
  uint64_t games = 0;        // so many more that are over
  std::string model;         // the newest model's name, for the records
  std::string past_model;    // the earlier model's, empty: no games against one
  int64_t games_so_far = 0;  // of the run, for what changes with its progress
};

struct PoolHooks {
  using NewEvaluator = std::function<std::unique_ptr<Evaluator>(int worker)>;
  /// Called on the worker's thread, with the worker's number from 0.
  NewEvaluator new_evaluator;
  /// The same for the phase's past model. May be empty where it has none.
  NewEvaluator new_past_evaluator;
  /// The games that are over since the last call, on the calling thread.
  std::function<void(std::vector<GameRecord>)> on_games;
  /// Asked every few hundredths of a second on the calling thread; true ends the call early. May be
  /// empty.
  std::function<bool()> should_stop;
};

/// Self-play without end, for a run whose model changes: when enough games are over the others wait
/// where they are, and go on with the next model, so that batches are full to the last. A record
/// names the first and the last model that played it (`000011-000012`). Not thread-safe.
///
/// Games against past models have slots of their own, as many again on each thread, which takes
/// turns between the two kinds so that the past models' games get their share of the evaluations:
/// each batch is then of one model, and at least half full.
///
/// Where games must not depend on timing, RunSelfPlay (runner.h) plays each with one model to its
/// end.
class SelfPlayPool {
 public:
  /// Games are numbered from `first_game`.
  SelfPlayPool(SelfPlaySetup setup, int workers, int slots, uint64_t first_game);
  SelfPlayPool(const SelfPlayPool&) = delete;
  SelfPlayPool& operator=(const SelfPlayPool&) = delete;

  /// Learns from games of the run what handicaps and restarts go by. `Play` does so with its own
  /// games; this is for those of an earlier start, the oldest first.
  void Remember(std::span<const GameRecord> games);

  /// Plays with the evaluators that `hooks` makes until the phase's games are over, or a stop.
  /// Every game that is over is handed to `on_games` before this returns. Throws what a worker or a
  /// hook threw.
  void Play(const PoolPhase& phase, const PoolHooks& hooks, const std::stop_token& stop,
            SelfPlayProgress* progress);

  /// The handicap of the newest phase, by rule set; empty before the first.
  const std::vector<std::array<float, 2>>& visit_factors() const { return setup_.visit_factors; }

 private:
  class Session;
  struct Thread {
    std::unique_ptr<Worker> worker;
    std::unique_ptr<Worker> past_worker;  // null where no game is against past models
  };
  GameTicket NextTicket(const PoolPhase& phase, bool is_past);
  /// None of a record by other rules.
  OutcomeBalance* BalanceOf(const std::string& rules_yaml);

  SelfPlaySetup setup_;
  std::vector<Thread> threads_;
  std::vector<std::string> rules_yaml_;   // of the setup's rules, as records have them
  std::vector<OutcomeBalance> balances_;  // by rule set; of one that is repeated, the first
  // While Play runs, behind its crew's mutex:
  RestartBuffer restarts_;
  Rng rng_;
  uint64_t next_game_;
  uint64_t past_games_ = 0;  // begun; the past model plays the sides in turn
};

}  // namespace raichi
