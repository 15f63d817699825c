#include "tests/mcts/first_move_evaluator.h"

#include <algorithm>

namespace raichi {

FirstMoveEvaluator::FirstMoveEvaluator(const Game& start, const Opinion& root,
                                       const std::vector<Opinion>& moves)
    : first_(start.to_move()), root_(root), opinions_(moves) {
  start.LegalMoves(&moves_);
  opinions_.resize(moves_.size());
}

const FirstMoveEvaluator::Opinion& FirstMoveEvaluator::OpinionOf(const Game& game) const {
  if (game.ply() == 0) return root_;
  const Move* const place = std::find(moves_.begin(), moves_.end(), game.moves()[0]);
  return opinions_[static_cast<size_t>(place - moves_.begin())];
}

void FirstMoveEvaluator::Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) {
  for (size_t i = 0; i < leaves.size(); ++i) {
    const Game& game = *leaves[i].game;
    const Opinion& opinion = OpinionOf(game);
    const float value = game.to_move() == first_ ? opinion.value : -opinion.value;
    const auto since = static_cast<float>(std::max(game.ply() - 1, 0));
    const size_t count = leaves[i].moves.size();
    out[i].win = (1 + value) / 2;
    out[i].draw = 0;
    out[i].loss = (1 - value) / 2;
    out[i].moves_left = std::max(opinion.moves_left - since, 0.0f);
    out[i].priors.assign(count, 1 / static_cast<float>(count));
    if (game.ply() > 0) continue;
    for (size_t j = 0; j < count; ++j) out[i].priors[j] = opinions_[j].prior;
  }
}

}  // namespace raichi
