#include "mcts/search/tactics.h"

#include <array>

#include "rules/hostility.h"
#include "rules/movegen.h"

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

/// Returns true if an attacker that arrives on the `i`-th side of the king could capture him there.
bool CouldCaptureFrom(const Rules& rules, const Position& position, size_t i) {
  const Square king = position.king();
  const auto neighbour = [&](size_t d) { return Neighbour(king, kDirections[d]); };
  if (!rules.board().Has(neighbour(i)) || !position.IsEmpty(neighbour(i))) return false;
  const auto is_hostile = [&](size_t d) {
    return IsHostile(rules, position, neighbour(d), PieceClass::kKing, king);
  };
  if (rules.KingCaptureAt(king) == KingCapture::kCustodial) return is_hostile(3 - i);
  for (size_t d = 0; d < kDirections.size(); ++d) {
    if (d != i && rules.board().Has(neighbour(d)) && !is_hostile(d)) return false;
  }
  return true;
}

Move KingCapturingMove(const Rules& rules, const Position& position, std::span<const Move> moves) {
  const Square king = position.king();
  if (rules.KingCaptureAt(king) == KingCapture::kNever) return Move();
  for (size_t i = 0; i < kDirections.size(); ++i) {
    if (!CouldCaptureFrom(rules, position, i)) continue;
    const Square target = Neighbour(king, kDirections[i]);
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
