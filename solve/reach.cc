#include "base/check.h"
#include "solve/moves.h"
#include "solve/solver.h"

// The first two steps of a Solver, which play every move of every position.

namespace raichi {
namespace {

/// Marks a position as reached unless it is already. Another thread may have seen it, or more.
void MarkSeen(Cell& cell) {
  Cell expected = kUnreached;
  std::atomic_ref(cell).compare_exchange_strong(expected, kSeen, std::memory_order_relaxed);
}

}  // namespace

bool Solver::ReachClass(const Attend& attend) {
  // A move that captures nothing may reach positions that the sweep has passed.
  for (uint64_t found = 1; found > 0;) {
    const std::optional<uint64_t> sweep = Sweep(
        {kSeen}, [this](uint64_t index, Cell) { return Reach(index); }, attend);
    if (!sweep) return false;
    found = *sweep;
  }
  const uint32_t material = table_.stage().material;
  if (material > 0) {
    GoTo({.kind = SolveStage::kReach, .material = material - 1});
  } else {
    GoTo({.kind = SolveStage::kPrepare, .material = 0});
  }
  return true;
}

bool Solver::Reach(uint64_t index) {
  const Placement placement = table_.index().At(index);
  bool wins = false;
  ForEachMove(rules_, placement, [&](const Step& step, const Placement& after) {
    if (step.result == Result::kOngoing) {
      MarkSeen(CellOf(after));
    } else {
      RAICHI_CHECK(step.result != WinFor(after.to_move));  // no rule lets a move lose
      wins |= step.result != Result::kDraw;
    }
    return true;
  });
  StoreCell(table_.cells()[index], wins ? CellForPlies(1) : kOpen);
  return true;
}

bool Solver::PrepareClass(const Attend& attend) {
  if (!Sweep(
          {kOpen}, [this](uint64_t index, Cell) { return Prepare(index); }, attend))
    return false;
  GoTo({.kind = SolveStage::kDecide, .material = table_.stage().material, .plies = 2});
  CountClass();
  return true;
}

bool Solver::Prepare(uint64_t index) {
  const Placement placement = table_.index().At(index);
  int fastest_win = 0;   // 0: none
  int slowest_loss = 0;  // 0: none
  bool may_lose = true;
  ForEachMove(rules_, placement, [&](const Step& step, const Placement& after) {
    if (step.result == Result::kDraw) {
      may_lose = false;
    } else if (step.num_captured > 0) {
      const Cell cell = LoadCell(CellOf(after));
      if (IsLost(cell) && (fastest_win == 0 || cell < fastest_win)) fastest_win = cell;
      if (IsWon(cell)) slowest_loss = std::max(slowest_loss, static_cast<int>(cell));
      may_lose = may_lose && IsWon(cell);
    }
    return true;
  });
  const int due = fastest_win > 0 ? fastest_win : may_lose ? slowest_loss : 0;
  if (due == 0) return false;
  StoreCell(table_.cells()[index], static_cast<Cell>(kDue + CellForPlies(due + 1)));
  return true;
}

}  // namespace raichi
