#pragma once

#include <span>
#include <vector>

#include "mcts/evaluator.h"
#include "rules/game.h"

namespace raichi {

/// An evaluator with fixed answers, for searches that are worked out by hand. It has an opinion of
/// the start of a game and one of each first move; the latter applies to all positions that follow
/// the move. Later moves are equally likely.
class FirstMoveEvaluator : public Evaluator {
 public:
  struct Opinion {
    float value = 0;       // for the side that moves first
    float moves_left = 0;  // plies from this position to the end
    float prior = 0;       // of the first move that leads to this position
  };
  /// `start` must have no plies played. `moves` are the opinions of its first legal moves, in
  /// order.
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
