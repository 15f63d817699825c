#include "tests/mcts/minimax.h"

namespace raichi {
namespace {

Proof ResultFor(const Game& game) {
  if (game.result() == Result::kDraw) return Proof::kDraw;
  return game.result() == WinFor(game.to_move()) ? Proof::kWin : Proof::kLoss;
}

bool WinsWithin(Game* game, int plies);

/// Returns true if the side to move loses within `plies` plies whatever it plays.
bool LosesWithin(Game* game, int plies) {
  if (game->IsOver()) return ResultFor(*game) == Proof::kLoss;
  if (plies == 0) return false;
  MoveList moves;
  game->LegalMoves(&moves);
  for (const Move move : moves) {
    game->Play(move);
    const bool is_lost = WinsWithin(game, plies - 1);
    game->TakeBack();
    if (!is_lost) return false;
  }
  return true;
}

bool WinsWithin(Game* game, int plies) {
  if (game->IsOver()) return ResultFor(*game) == Proof::kWin;
  if (plies == 0) return false;
  MoveList moves;
  game->LegalMoves(&moves);
  for (const int depth : {0, plies - 1}) {  // tries immediate wins first, for speed only
    for (const Move move : moves) {
      game->Play(move);
      const bool is_won = LosesWithin(game, depth);
      game->TakeBack();
      if (is_won) return true;
    }
  }
  return false;
}

}  // namespace

Proof Minimax(Game* game) {
  if (game->IsOver()) return ResultFor(*game);
  MoveList moves;
  game->LegalMoves(&moves);
  Proof best = Proof::kLoss;
  for (const Move move : moves) {
    game->Play(move);
    const Proof proof = ForOpponent(Minimax(game));
    game->TakeBack();
    if (proof == Proof::kWin) return proof;
    if (proof == Proof::kDraw) best = proof;
  }
  return best;
}

int ForcedWinPlies(Game* game, int max_plies) {
  for (int plies = 1; plies <= max_plies; plies += 2) {
    if (WinsWithin(game, plies)) return plies;
  }
  return 0;
}

}  // namespace raichi
