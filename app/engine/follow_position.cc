#include "app/engine/follow_position.h"

#include <utility>

#include "rules/notation.h"

namespace raichi {
namespace {

bool Matches(const Position& seen, const Position& known) {
  return seen.to_move() == known.to_move() && HaveSamePieces(seen, known);
}

Move FindMove(const Position& position, const Game& game) {
  MoveList moves;
  game.LegalMoves(&moves);
  for (const Move move : moves) {
    Position after = game.position();
    Play(game.rules(), move, &after);
    if (Matches(position, after)) return move;
  }
  return Move();
}

}  // namespace

bool HaveSamePieces(const Position& a, const Position& b) {
  return a.king() == b.king() && a.Men(Side::kAttackers) == b.Men(Side::kAttackers) &&
         a.Men(Side::kDefenders) == b.Men(Side::kDefenders);
}

Followed FollowPosition(const Position& position, Game* game) {
  if (Matches(position, game->position()) && !game->IsOver()) return Followed::kSame;
  if (const Move move = FindMove(position, *game); !move.IsNone()) {
    Game next = *game;
    next.Play(move);
    if (!next.IsOver()) {
      *game = std::move(next);
      return Followed::kMove;
    }
  }
  const Rules& rules = game->rules();
  *game = Game(game->rules_ptr(), ParsePosition(rules, ToString(rules, position)));
  return Followed::kAnew;
}

}  // namespace raichi
