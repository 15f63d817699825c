#include "app/export/random_positions.h"

namespace raichi {

const Game& RandomPositions::Next() {
  constexpr int kMostPlies = 150;
  if (!is_fresh_) {
    MoveList moves;
    game_.LegalMoves(&moves);
    game_.Play(moves[rng_.Below(static_cast<uint32_t>(moves.size()))]);
  }
  is_fresh_ = false;
  if (game_.IsOver() || game_.ply() >= kMostPlies) game_ = Game(rules_);
  return game_;
}

}  // namespace raichi
