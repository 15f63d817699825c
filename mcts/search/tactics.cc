#include "mcts/search/tactics.h"

#include "rules/movegen.h"
#include "rules/threats.h"

namespace raichi {
namespace {

bool Wins(const Rules& rules, Position position, Move move) {
  const Result win = WinFor(position.to_move());
  return Play(rules, move, &position).result == win;
}

Move KingEscape(const Rules& rules, const Position& position, std::span<const Move> moves) {
  if (KingRoads(rules, position) == 0) return Move();
  for (const Move move : moves) {
    if (move.from() == position.king() && rules.goal().Has(move.to())) return move;
  }
  return Move();
}

Move KingCapturingMove(const Rules& rules, const Position& position, std::span<const Move> moves) {
  const Square king = position.king();
  for (size_t i = 0; i < kDirections.size(); ++i) {
    const Square target = Neighbour(king, kDirections[i]);
    if (!rules.board().Has(target) || !position.IsEmpty(target)) continue;
    if (!WouldCaptureKing(rules, position, i)) continue;
    for (const Move move : moves) {
      if (move.to() == target && Wins(rules, position, move)) return move;
    }
  }
  return Move();
}

/// Returns a move to the royal attacker's side that captures him, or no move.
Move RoyalCapturingMove(const Rules& rules, const Position& position, std::span<const Move> moves) {
  if (position.royal().IsNone()) return Move();
  for (const Direction direction : kDirections) {
    const Square target = Neighbour(position.royal(), direction);
    for (const Move move : moves) {
      if (move.to() == target && Wins(rules, position, move)) return move;
    }
  }
  return Move();
}

}  // namespace

Move WinInOne(const Rules& rules, const Position& position, std::span<const Move> moves) {
  if (position.king().IsNone()) return Move();
  Move move = position.to_move() == Side::kDefenders ? KingEscape(rules, position, moves)
                                                     : KingCapturingMove(rules, position, moves);
  if (move.IsNone() && position.to_move() == Side::kDefenders) {
    move = RoyalCapturingMove(rules, position, moves);
  }
  return move.IsNone() || !Wins(rules, position, move) ? Move() : move;
}

}  // namespace raichi
