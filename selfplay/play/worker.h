#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mcts/evaluator.h"
#include "selfplay/play/game_slot.h"
#include "selfplay/play/progress.h"

namespace raichi {

/// Player of many self-play games in lock-step on one thread. Each batch holds the leaves that the
/// games' searches need next (`GameSlot::SelectLeaves`), so there is no virtual loss. After the
/// first games a step allocates little besides what recorded turns and new games need. The games do
/// not depend on which other games the worker plays.
class Worker {
 public:
  /// Returns the next game to play, or nothing if no more games will come.
  using NextGame = std::function<std::optional<GameTicket>()>;
  using GameOver = std::function<void(FinishedGame)>;

  /// Returns the most leaves that a worker with `slots` games has in a batch. Few games fill more
  /// than their number, because a full search may have several leaves.
  static int BatchOf(int slots) { return std::max(slots, kLeastBatch); }

  /// Creates a worker with `slots` games. `setup`, `evaluator` and `progress` must outlive it. An
  /// evaluator receives at most `BatchOf(slots)` leaves per call.
  Worker(const SelfPlaySetup* setup, int slots, Evaluator* evaluator, SelfPlayProgress* progress);

  /// Replaces the evaluators and the counters. `past_evaluator` may be null if no game has a past
  /// model.
  void Use(Evaluator* evaluator, Evaluator* past_evaluator, SelfPlayProgress* progress);
  /// Continues the games in progress with other models, which their records also name.
  void Rename(const std::string& model, const std::string& past_model);

  /// Runs one batch: takes the leaves of as many slots as fit, evaluates them, and returns the
  /// answers. If games have two models, only the leaves for the model with more leaves are
  /// evaluated; the others wait. A slot whose game is over passes it to `game_over` and begins the
  /// next. Returns the number of leaves evaluated, which is 0 once there is nothing left to play.
  size_t Step(const NextGame& next_game, const GameOver& game_over);

 private:
  static constexpr int kLeastBatch = 64;  // docs/performance.md, "Several leaves of one game"
  using Leaves = std::span<const LeafRequest>;

  struct Slot {
    std::unique_ptr<GameSlot> game;
    bool busy = false;
    size_t waiting = 0;  // Leaves in a batch that is not yet evaluated.
  };
  /// The leaves for one evaluator.
  struct Batch {
    Evaluator* evaluator = nullptr;
    std::vector<LeafRequest> leaves;
    std::vector<Slot*> owners;  // Of the leaves, in their order.
  };
  Leaves NextLeaves(Slot* slot, const NextGame& next_game, const GameOver& game_over);
  bool Add(Slot* slot, Leaves leaves);
  void Run(Batch* batch);

  std::vector<Slot> slots_;
  size_t first_ = 0;              // The slot whose leaves the next batch takes first.
  std::array<Batch, 2> batches_;  // By ModelRole.
  SelfPlayProgress* progress_;
  bool more_games_ = true;
  std::vector<Evaluation> evaluations_;  // One per leaf of a batch, kept to reuse their memory.
};

}  // namespace raichi
