#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mcts/evaluator.h"
#include "selfplay/game_slot.h"
#include "selfplay/progress.h"

namespace raichi {

/// Advances many self-play games in lock-step: its games are the batch. One thread, no virtual
/// loss, no waiting; once warm a step allocates nothing beside what recorded turns and new games
/// need. Which games it plays, and beside which others, does not change them.
class Worker {
 public:
  /// The next game to play; none: no more will come.
  using NextGame = std::function<std::optional<GameTicket>()>;
  using GameOver = std::function<void(FinishedGame)>;

  /// `setup`, `evaluator` and `progress` must outlive the worker. The evaluator is asked for at
  /// most `slots` leaves at a time.
  Worker(const SelfPlaySetup* setup, int slots, Evaluator* evaluator, SelfPlayProgress* progress);

  /// Goes on with another evaluator and counter.
  void Use(Evaluator* evaluator, SelfPlayProgress* progress) {
    evaluator_ = evaluator;
    progress_ = progress;
  }
  /// The games in progress go on under another model, which their records name as well.
  void Rename(const std::string& model);

  /// One batch: asks every slot for its leaf, evaluates them, gives every slot its answer. Slots
  /// whose game is over hand it to `game_over` and take up the next. False once there is nothing
  /// left to play.
  bool Step(const NextGame& next_game, const GameOver& game_over);

 private:
  struct Slot {
    std::unique_ptr<GameSlot> game;
    bool busy = false;
  };
  const LeafRequest* NextLeaf(Slot* slot, const NextGame& next_game, const GameOver& game_over);

  std::vector<Slot> slots_;
  Evaluator* evaluator_;
  SelfPlayProgress* progress_;
  bool more_games_ = true;
  std::vector<LeafRequest> leaves_;      // the batch
  std::vector<GameSlot*> owners_;        // of leaves_[i]
  std::vector<Evaluation> evaluations_;  // as many as slots, for their capacity
};

}  // namespace raichi
