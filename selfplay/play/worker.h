#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mcts/evaluator.h"
#include "selfplay/play/game_slot.h"
#include "selfplay/play/progress.h"

namespace raichi {

/// Player of many self-play games in lock-step on one thread. Each batch holds one leaf per game,
/// so there is no virtual loss and no waiting. After the first games a step allocates little
/// besides what recorded turns and new games need. The games do not depend on which other games the
/// worker plays.
class Worker {
 public:
  /// Returns the next game to play, or nothing if no more games will come.
  using NextGame = std::function<std::optional<GameTicket>()>;
  using GameOver = std::function<void(FinishedGame)>;

  /// Creates a worker with `slots` games. `setup`, `evaluator` and `progress` must outlive it. An
  /// evaluator receives at most `slots` leaves per call.
  Worker(const SelfPlaySetup* setup, int slots, Evaluator* evaluator, SelfPlayProgress* progress);

  /// Replaces the evaluators and the counters. `past_evaluator` may be null if no game has a past
  /// model.
  void Use(Evaluator* evaluator, Evaluator* past_evaluator, SelfPlayProgress* progress);
  /// Continues the games in progress with other models, which their records also name.
  void Rename(const std::string& model, const std::string& past_model);

  /// Runs one batch: takes a leaf from every slot, evaluates the leaves, and returns each answer to
  /// its slot. If games have two models, only the leaves for the model with more leaves are
  /// evaluated; the others wait. A slot whose game is over passes it to `game_over` and begins the
  /// next. Returns the number of leaves evaluated, which is 0 once there is nothing left to play.
  size_t Step(const NextGame& next_game, const GameOver& game_over);

 private:
  struct Slot {
    std::unique_ptr<GameSlot> game;
    bool busy = false;
    bool waiting = false;  // Its leaf is not yet evaluated.
  };
  /// The leaves for one evaluator.
  struct Batch {
    Evaluator* evaluator = nullptr;
    std::vector<LeafRequest> leaves;
    std::vector<Slot*> owners;  // owners[i] requested leaves[i].
  };
  const LeafRequest* NextUnknownLeaf(GameSlot* game, int* recalls);
  const LeafRequest* NextLeaf(Slot* slot, const NextGame& next_game, const GameOver& game_over);
  void Run(Batch* batch);

  std::vector<Slot> slots_;
  std::array<Batch, 2> batches_;  // By ModelRole.
  SelfPlayProgress* progress_;
  bool more_games_ = true;
  std::vector<Evaluation> evaluations_;  // One per slot, kept to reuse their memory.
  Evaluation recalled_;
};

}  // namespace raichi
