#include "base/error.h"
#include "solve/solver.h"

// The third step of a Solver: wins in 2, 3, … plies within a class of material.

namespace raichi {

bool Solver::DecideLevel(const Attend& attend) {
  SolveStage stage = table_.stage();
  const int plies = static_cast<int>(stage.plies);
  const auto found = Sweep(
      {CellForPlies(plies - 1), kDue + CellForPlies(plies)},
      [this, plies](uint64_t index, Cell cell) { return Decide(index, cell, plies); }, attend);
  if (!found) return false;

  finished_ += *found;
  idle_ = *found > 0 ? 0 : idle_ + 1;
  if (*found > 0) longest_ = std::max(longest_, plies);
  // Two, because wins of both sides alternate. Captures are due up to a ply after the longest win
  // of the smaller classes.
  if (idle_ >= 2 && plies > longest_ + 1) {
    idle_ = 0;
    GoTo({.kind = SolveStage::kDraw, .material = stage.material});
  } else {
    ++stage.plies;
    GoTo(stage);
  }
  return true;
}

bool Solver::Decide(uint64_t index, Cell cell, int plies) {
  const Placement placement = table_.index().At(index);
  if (cell < kDue) {
    // Cells of the largest distances are met again and again, until they decide nothing.
    return DecidePredecessors(placement, plies) || plies <= kMostSolvedPlies;
  }
  const bool is_decided = plies % 2 == 1 || IsLostIn(placement, plies);
  StoreCell(table_.cells()[index], is_decided ? CellForPlies(plies) : kOpen);
  return true;
}

/// Decides the positions from which a move of a piece, without captures, leads to `placement`,
/// which is decided at `plies` - 1. Returns whether there were any.
bool Solver::DecidePredecessors(const Placement& placement, int plies) {
  const Side mover = Opponent(placement.to_move);
  const bool by_attackers = mover == Side::kAttackers;
  const uint64_t occupied = placement.attackers | placement.defenders | Bit(placement.king);
  const uint64_t pieces =
      by_attackers ? placement.attackers : placement.defenders | Bit(placement.king);
  bool any = false;
  ForEachBit(pieces, [&](int to) {
    const bool is_king = to == placement.king;
    const Places& all = table_.index().places();
    const uint64_t places = is_king ? all.king : all.men;
    for (const Direction direction : kDirections) {
      Square from = Neighbour(SquareOf(to, size_), direction);
      for (; rules_.board().Has(from); from = Neighbour(from, direction)) {
        const int square = NumberOf(from, size_);
        if ((occupied >> square & 1) != 0) break;
        if ((places >> square & 1) == 0) continue;
        Placement before = placement;
        before.to_move = mover;
        if (is_king) {
          before.king = square;
        } else {
          (by_attackers ? before.attackers : before.defenders) ^= Bit(to) | Bit(square);
        }
        any |= DecideBefore(before, Move::Between(from, SquareOf(to, size_)), plies);
      }
    }
  });
  return any;
}

/// Decides `before`, from which `move` may lead to a position that is decided at `plies` - 1, if
/// that is right.
bool Solver::DecideBefore(const Placement& before, Move move, int plies) {
  Cell& cell = CellOf(before);
  if (!IsUndecided(LoadCell(cell))) return false;
  if (plies % 2 == 0) {
    if (!IsLostIn(before, plies)) return false;
  } else {
    Position position = PositionOf(before, size_);
    if (!IsLegal(rules_, position, move)) return false;
    const Step step = Play(rules_, move, &position);
    if (step.num_captured > 0 || step.result != Result::kOngoing) return false;
  }
  StoreCell(cell, CellForPlies(plies));
  return true;
}

/// Whether all moves lead to positions that the opponent wins in less than `plies`.
bool Solver::IsLostIn(const Placement& placement, int plies) {
  const Cell slowest = CellForPlies(plies - 1);
  return ForEachMove(rules_, placement, [&](const Step& step, const Placement& after) {
    if (step.result != Result::kOngoing) return false;
    const Cell cell = LoadCell(CellOf(after));
    return IsWon(cell) && cell <= slowest;
  });
}

}  // namespace raichi

// The fourth step of a Solver. Where endless play is a draw, every position without a forced win is
// a draw, and nothing is left to do. Where it is a win of the attackers, the defenders may be able
// to force the only other draw, that a side cannot move.

namespace raichi {

bool Solver::DrawClass(const Attend& attend) {
  const RuleSet& rules = rules_.data();
  const bool has_draws = rules.no_moves == NoMovesResult::kDraw && rules.repetition.count > 0 &&
                         rules.repetition.result == RepetitionResult::kDefendersLose;
  for (uint64_t found = has_draws ? 1 : 0; found > 0;) {
    const auto sweep = Sweep(
        {kOpen}, [this](uint64_t index, Cell) { return Draw(index); }, attend);
    if (!sweep) return false;
    found = *sweep;
  }
  NextClass();
  return true;
}

/// Marks an open position if the defenders can force a draw at once, or a position that is marked.
bool Solver::Draw(uint64_t index) {
  const Placement placement = table_.index().At(index);
  const bool by_attackers = placement.to_move == Side::kAttackers;
  const bool all_bad =
      ForEachMove(rules_, placement, [&](const Step& step, const Placement& after) {
        // For the attackers, a move that only draws or loses is bad; for the defenders, one that
        // wins nothing, not even a draw.
        const Cell cell =
            step.result == Result::kOngoing ? LoadCell(CellOf(after)) : static_cast<Cell>(kDrawn);
        return by_attackers ? cell == kDrawn || IsWon(cell) : cell != kDrawn;
      });
  if (all_bad != by_attackers) return false;
  StoreCell(table_.cells()[index], kDrawn);
  return true;
}

}  // namespace raichi

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
