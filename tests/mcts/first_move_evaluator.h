#pragma once

#include <span>
#include <vector>

#include "mcts/evaluator.h"
#include "rules/game.h"

namespace raichi {

/// Fixed opinions, for searches that are worked out by hand: of the start of a game, and of each of
/// its first moves, which then holds for all that follows. Later moves are equally likely.
class FirstMoveEvaluator : public Evaluator {
 public:
  struct Opinion {
    float value = 0;       // for the side that begins
    float moves_left = 0;  // plies from there to the end
    float prior = 0;       // of the first move that leads there
  };
  /// `start`: no plies were played. `moves`: in the order of its legal moves, the first of them.
  FirstMoveEvaluator(const Game& start, const Opinion& root, const std::vector<Opinion>& moves);

  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override;

 private:
  const Opinion& OpinionOf(const Game& game) const;

  Side first_;
  MoveList moves_;
  Opinion root_;
  std::vector<Opinion> opinions_;  // one per move
};

}  // namespace raichi
