#include "solve/moves.h"
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
