#include "rules/board/position.h"

#include <bit>

namespace raichi {

uint64_t Position::ComputeHash() const {
  uint64_t hash = to_move_ == Side::kDefenders ? Zobrist::kDefendersToMove : 0;
  const auto add_piece = [&](Square s) { hash ^= Zobrist::Piece(s, *At(s)); };
  for (const SquareSet& men : men_) ForEachSquare(men, kMaxBoardSize, add_piece);
  ForEachSquare(strays_, kMaxBoardSize, [&](Square s) { hash ^= Zobrist::Stray(s); });
  for (uint64_t camps = closed_camps_; camps != 0; camps &= camps - 1) {
    hash ^= Zobrist::ClosedCamp(std::countr_zero(camps));
  }
  return hash;
}

}  // namespace raichi
