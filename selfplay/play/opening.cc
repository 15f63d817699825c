#include "selfplay/play/opening.h"

#include <algorithm>
#include <cmath>

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

using Value = std::function<double(const Game&)>;

/// Of one draw of an opening: how likely it is kept, and the mean value times that.
struct Kept {
  double probability = 0, value = 0;
};

void AddKept(int plies, double probability, const Value& value, Game* game, Kept* kept) {
  if (game->IsOver()) return;
  if (plies == 0) {
    if (NextMoveCanEnd(game)) return;
    kept->probability += probability;
    kept->value += probability * value(*game);
    return;
  }
  MoveList moves;
  game->LegalMoves(&moves);
  for (const Move move : moves) {
    game->Play(move);
    AddKept(plies - 1, probability / static_cast<double>(moves.size()), value, game, kept);
    game->TakeBack();
  }
}

}  // namespace

double MeanAfterRandomOpening(int plies, const Value& value, Game* game) {
  if (plies <= 0) return value(*game);
  Kept kept;
  AddKept(plies, 1, value, game, &kept);
  const double none = std::pow(std::max(0.0, 1 - kept.probability), kDraws);
  return none * value(*game) + (none < 1 ? (1 - none) * kept.value / kept.probability : 0);
}

void PlayRandomOpening(int plies, Rng* rng, Game* game) {
  if (plies <= 0) return;
  const int start = game->ply();
  for (int draw = 0; draw < kDraws; ++draw) {
    if (PlayRandomMoves(plies, rng, game) && !NextMoveCanEnd(game)) return;
    game->Rewind(start);
  }
}

}  // namespace raichi
