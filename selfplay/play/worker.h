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

/// Advances many self-play games in lock-step: its games are the batch. One thread, no virtual
/// loss, no waiting; once warm a step allocates little beside what recorded turns and new games
/// need. Which games it plays, and beside which others, does not change them.
class Worker {
 public:
  /// The next game to play; none: no more will come.
  using NextGame = std::function<std::optional<GameTicket>()>;
  using GameOver = std::function<void(FinishedGame)>;

  /// `setup`, `evaluator` and `progress` must outlive the worker. An evaluator is asked for at
  /// most `slots` leaves at a time.
  Worker(const SelfPlaySetup* setup, int slots, Evaluator* evaluator, SelfPlayProgress* progress);

  /// Goes on with other evaluators and another counter. `past_evaluator` may be null where no game
  /// has a past model.
  void Use(Evaluator* evaluator, Evaluator* past_evaluator, SelfPlayProgress* progress);
  /// The games in progress go on under other models, which their records name as well.
  void Rename(const std::string& model, const std::string& past_model);

  /// One batch: asks every slot for its leaf, evaluates them, gives every slot its answer. Where
  /// games have two models, the leaves of the one that more are for; the others wait. Slots whose
  /// game is over hand it to `game_over` and take up the next. Returns the number of leaves
  /// evaluated: 0 once there is nothing left to play.
  size_t Step(const NextGame& next_game, const GameOver& game_over);

 private:
  struct Slot {
    std::unique_ptr<GameSlot> game;
    bool busy = false;
    bool waiting = false;  // for the answer to its leaf
  };
  /// The leaves for one evaluator.
  struct Batch {
    Evaluator* evaluator = nullptr;
    std::vector<LeafRequest> leaves;
    std::vector<Slot*> owners;  // of leaves[i]
  };
  const LeafRequest* NextUnknownLeaf(GameSlot* game, int* recalls);
  const LeafRequest* NextLeaf(Slot* slot, const NextGame& next_game, const GameOver& game_over);
  void Run(Batch* batch);

  std::vector<Slot> slots_;
  std::array<Batch, 2> batches_;  // by ModelRole
  SelfPlayProgress* progress_;
  bool more_games_ = true;
  std::vector<Evaluation> evaluations_;  // as many as slots, for their capacity
  Evaluation recalled_;
};

}  // namespace raichi
