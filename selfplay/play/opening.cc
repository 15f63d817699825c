#include "selfplay/play/opening.h"

namespace raichi {
namespace {

constexpr int kDraws = 16;

/// Plays up to `plies` random moves. Returns false if the game ended first.
bool PlayRandomMoves(int plies, Rng* rng, Game* game) {
  MoveList moves;
  for (int i = 0; i < plies; ++i) {
    moves.Clear();
    game->LegalMoves(&moves);
    if (moves.empty()) return false;
    game->Play(moves[rng->Below(static_cast<uint32_t>(moves.size()))]);
  }
  return !game->IsOver();
}

bool NextMoveCanEnd(Game* game) {
  MoveList moves;
  game->LegalMoves(&moves);
  for (const Move move : moves) {
    game->Play(move);
    const bool over = game->IsOver();
    game->TakeBack();
    if (over) return true;
  }
  return false;
}

}  // namespace

void PlayRandomOpening(int plies, Rng* rng, Game* game) {
  if (plies <= 0) return;
  const int start = game->ply();
  for (int draw = 0; draw < kDraws; ++draw) {
    if (PlayRandomMoves(plies, rng, game) && !NextMoveCanEnd(game)) return;
    game->Rewind(start);
  }
}

}  // namespace raichi
