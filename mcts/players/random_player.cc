#include "mcts/players/random_player.h"

#include "base/check.h"

namespace raichi {

void RandomPlayer::BeginTurn(const Game& game) {
  MoveList moves;
  game.LegalMoves(&moves);
  RAICHI_CHECK(!moves.empty());
  move_ = moves[rng_.Below(static_cast<uint32_t>(moves.size()))];
}

}  // namespace raichi
