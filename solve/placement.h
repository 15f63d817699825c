#pragma once

#include <cstdint>

#include "rules/board/position.h"
#include "solve/combinations.h"

namespace raichi {

/// The largest board whose squares are the bits of one word.
inline constexpr int kMaxSolvedSize = 8;

/// Squares are numbered rank by rank, a1 first.
constexpr int NumberOf(Square s, int size) { return (s.y() - 1) * size + s.x() - 1; }
constexpr Square SquareOf(int number, int size) {
  return Square(number % size + 1, number / size + 1);
}
/// A set of squares as the bits of a word.
uint64_t BitsOf(const SquareSet& set, int size);

/// What a solved position consists of: the men of both sides, the king, who is always on the board
/// while the game goes on, and the side to move. There are neither strays, closed camps nor a royal
/// attacker (limits.h).
struct Placement {
  uint64_t attackers = 0;
  uint64_t defenders = 0;  // without the king
  int king = 0;
  Side to_move = Side::kAttackers;

  bool operator==(const Placement&) const = default;
};

Placement PlacementOf(const Position& position, int size);
Position PositionOf(const Placement& placement, int size);

/// The placement after a legal move, which had the effect `step` and did not capture the king.
Placement Played(const Placement& before, Move move, const Step& step, int size);

}  // namespace raichi
