#include "solve/moves.h"
#include "solve/solver.h"

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
