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

namespace {

/// Returns the squares of a rank that slides towards higher bits reach. Each starts at the lowest
/// bit of a run of free squares, so the sum clears the run and sets the bit beyond it.
uint32_t SlideRight(uint32_t rooks, uint32_t free) {
  const uint32_t first = rooks << 1;
  return (((first & free) + free) ^ free) | first;
}

/// Returns the squares of a rank that slides towards lower bits reach. Fills the free squares in
/// steps that double (Kogge and Stone's parallel prefix).
uint32_t SlideLeft(uint32_t rooks, uint32_t free) {
  uint32_t filled = rooks;
  for (int step = 1; step < kMaxBoardSize; step *= 2) {
    filled |= free & filled >> step;
    free &= free >> step;
  }
  return filled >> 1;  // with the first square that is not free
}

/// Returns the squares that slides of any length reach.
SquareSet SlideSquares(const SquareSet& rooks, const SquareSet& free, int size) {
  SquareSet reach;
  for (int y = 1; y <= size; ++y) {
    reach[y] = SlideRight(rooks[y], free[y]) | SlideLeft(rooks[y], free[y]);
  }
  uint32_t up = 0, down = 0;
  for (int y = 1; y <= size; ++y) {
    reach[y] |= up;
    up = rooks[y] | (free[y] & up);
  }
  for (int y = size; y >= 1; --y) {
    reach[y] |= down;
    down = rooks[y] | (free[y] & down);
  }
  return reach;
}

/// Returns the squares that at most `speed` steps in one direction reach.
SquareSet Steps(const SquareSet& rooks, const SquareSet& free, int size, int speed) {
  SquareSet reach, right = rooks, left = rooks, up = rooks, down = rooks;
  for (int step = 0; step < speed; ++step) {
    SquareSet next_up, next_down;
    for (int y = 1; y <= size; ++y) {
      next_up[y] = up[y - 1];
      next_down[y] = down[y + 1];
      reach[y] |= right[y] << 1 | left[y] >> 1 | next_up[y] | next_down[y];
      right[y] = right[y] << 1 & free[y];
      left[y] = left[y] >> 1 & free[y];
      next_up[y] &= free[y];
      next_down[y] &= free[y];
    }
    up = next_up;
    down = next_down;
  }
  return reach;
}

}  // namespace

SquareSet ReachOf(const SquareSet& rooks, const SquareSet& free, int size, int speed) {
  return speed == 0 ? SlideSquares(rooks, free, size) : Steps(rooks, free, size, speed);
}

}  // namespace raichi
