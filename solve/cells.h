#pragma once

#include <atomic>
#include <cstdint>

namespace raichi {

/// What is known of a position, in a byte. Tables store these bytes (docs/solve.md), so their
/// meaning never changes within a version.
///
/// 1 to kMostSolvedPlies is a finished win by force: the number of plies that it takes. Every win
/// is made by the winner's own move, so the side to move wins if the number is odd and loses if it
/// is even. Wins that take longer have one of the two largest numbers, which thus mean "at least".
using Cell = uint8_t;
inline constexpr Cell kUnreached = 0;
inline constexpr int kMostSolvedPlies = 120;
inline constexpr Cell kSeen = 121;   // reached, its moves not yet played
inline constexpr Cell kOpen = 122;   // no win is known; in the end: play is endless
inline constexpr Cell kDrawn = 123;  // one side can force a draw that ends the game (draws.cc)
/// kDue + n: as kOpen, but at distance n a capture may decide it (solver.h).
inline constexpr Cell kDue = 128;

constexpr bool IsDecided(Cell cell) { return cell >= 1 && cell <= kMostSolvedPlies; }
constexpr bool IsWon(Cell cell) { return IsDecided(cell) && cell % 2 == 1; }
constexpr bool IsLost(Cell cell) { return IsDecided(cell) && cell % 2 == 0; }
constexpr bool IsUndecided(Cell cell) { return cell == kOpen || cell > kDue; }
constexpr bool IsValid(Cell cell) {
  return cell <= kDrawn || (cell > kDue && cell <= kDue + kMostSolvedPlies);
}

/// The number in a cell for a win in `plies`.
constexpr Cell CellForPlies(int plies) {
  if (plies <= kMostSolvedPlies) return static_cast<Cell>(plies);
  return static_cast<Cell>(plies % 2 == kMostSolvedPlies % 2 ? kMostSolvedPlies
                                                             : kMostSolvedPlies - 1);
}
constexpr bool IsAtLeast(int plies) { return plies >= kMostSolvedPlies - 1; }

/// Cells that several threads read and write without locks. Each is written only with what follows
/// from other cells, so no order is needed.
inline Cell LoadCell(Cell& cell) { return std::atomic_ref(cell).load(std::memory_order_relaxed); }
inline void StoreCell(Cell& cell, Cell value) {
  std::atomic_ref(cell).store(value, std::memory_order_relaxed);
}

}  // namespace raichi
