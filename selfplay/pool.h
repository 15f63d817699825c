#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "selfplay/game_slot.h"
#include "selfplay/progress.h"
#include "selfplay/worker.h"

namespace raichi {

struct PoolHooks {
  /// Called on the worker's thread, with the worker's number from 0.
  std::function<std::unique_ptr<Evaluator>(int worker)> new_evaluator;
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
/// Where games must not depend on timing, RunSelfPlay (runner.h) plays each with one model to its
/// end.
class SelfPlayPool {
 public:
  /// Games are numbered from `first_game`.
  SelfPlayPool(SelfPlaySetup setup, int workers, int slots, uint64_t first_game);
  SelfPlayPool(const SelfPlayPool&) = delete;
  SelfPlayPool& operator=(const SelfPlayPool&) = delete;

  /// Plays with the evaluators that `hooks` makes for `model` until `games` more games are over, or
  /// a stop. Every game that is over is handed to `on_games` before this returns. Throws what a
  /// worker or a hook threw.
  void Play(uint64_t games, const std::string& model, const PoolHooks& hooks,
            const std::stop_token& stop, SelfPlayProgress* progress);

 private:
  SelfPlaySetup setup_;
  std::vector<std::unique_ptr<Worker>> workers_;
  uint64_t next_game_;
};

}  // namespace raichi
