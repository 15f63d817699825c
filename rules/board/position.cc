#include "rules/board/position.h"

namespace raichi {

uint64_t Position::ComputeHash() const {
  uint64_t hash = to_move_ == Side::kDefenders ? Zobrist::kDefendersToMove : 0;
  const auto add_piece = [&](Square s) { hash ^= Zobrist::Piece(s, *At(s)); };
  for (const SquareSet& men : men_) ForEachSquare(men, kMaxBoardSize, add_piece);
  ForEachSquare(strays_, kMaxBoardSize, [&](Square s) { hash ^= Zobrist::Stray(s); });
  return hash;
}

}  // namespace raichi
