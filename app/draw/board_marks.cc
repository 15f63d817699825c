#include "app/draw/board_marks.h"

namespace raichi {

BoardMarks LastMoveOf(const Game& game) {
  if (game.ply() == 0) return {};
  const Move last = game.moves().back();
  Game before = game;
  before.TakeBack();
  const Square king = before.position().king();
  const Step step = before.Play(last);
  BoardMarks marks{.last = last,
                   .captured = {step.captured.begin(), step.captured.begin() + step.num_captured}};
  if (step.reason == Reason::kKingCaptured) marks.captured.push_back(king);
  return marks;
}

}  // namespace raichi
