#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/rules.h"
#include "solve/index.h"

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
inline constexpr Cell kDrawn = 123;  // one side can force a draw that ends the game (retrograde.cc)
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

/// How far a table is: what its Solver does next.
struct SolveStage {
  /// In this order. First kReach for each class of material, the largest first; then kPrepare,
  /// kDecide and kDraw for each class, the smallest first.
  enum Kind : uint32_t { kReach, kPrepare, kDecide, kDraw, kDone };
  uint32_t kind = kReach;
  uint32_t material = 0;  // in PositionIndex::classes
  uint32_t plies = 0;     // kDecide: the distance that is looked for

  bool operator==(const SolveStage&) const = default;
};

/// The value of a position under perfect play.
struct Solved {
  Result result = Result::kDraw;
  /// Until the win, if the winner hurries and the loser delays. None for draws and for wins by
  /// endless repetition, which take as long as the rules let them.
  std::optional<int> plies;
  bool is_endless = false;  // nobody can force another end

  bool operator==(const Solved&) const = default;
};

/// The positions of a small game and what is known of them. A Solver fills it.
class SolveTable {
 public:
  /// An empty table, with the setup as the only position that is reached. The rules must have
  /// passed CheckSolvable. `symmetries` is a group of symmetries of the rules.
  SolveTable(RulesPtr rules, const std::vector<Symmetry>& symmetries);
  explicit SolveTable(RulesPtr rules);  // with all symmetries of the rules

  const Rules& rules() const { return *rules_; }
  const RulesPtr& rules_ptr() const { return rules_; }
  const PositionIndex& index() const { return index_; }
  std::vector<Cell>& cells() { return cells_; }
  const std::vector<Cell>& cells() const { return cells_; }
  SolveStage& stage() { return stage_; }
  const SolveStage& stage() const { return stage_; }
  bool IsDone() const { return stage_.kind == SolveStage::kDone; }

  /// The value of a position of a finished table; none if the position cannot be reached.
  std::optional<Solved> ValueOf(const Position& position) const;
  /// The value of a reached position by its number.
  Solved ValueAt(uint64_t index) const;
  Position PositionAt(uint64_t index) const;

 private:
  RulesPtr rules_;
  PositionIndex index_;
  std::vector<Cell> cells_;  // by number of the position
  SolveStage stage_;
};

/// Table files (docs/solve.md, "The table file"): a table in any stage, and its rules.

/// The bytes of a table's file. Its symmetries must be those of its rules.
std::string TableBytes(const SolveTable& table);
/// Writes the file as WriteOutput (base/files/output_file.h).
void WriteTable(const std::filesystem::path& path, const SolveTable& table);

/// Reads a table. Throws ReadError; DamagedError and VersionError; and Error if it needs more than
/// `max_bytes` of memory. All name the file.
std::unique_ptr<SolveTable> ReadTable(const std::filesystem::path& path, double max_bytes);

}  // namespace raichi
