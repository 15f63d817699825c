#pragma once

#include "rules/movegen.h"
#include "solve/placement.h"

namespace raichi {

/// Plays each legal move of a position and calls `visit(const Step&, const Placement& after)` until
/// it returns false. `after` is meaningless if the king was captured. Returns whether all moves
/// were visited.
template <typename Visitor>
bool ForEachMove(const Rules& rules, const Placement& placement, Visitor visit) {
  const Position position = PositionOf(placement, rules.size());
  MoveList moves;
  GenerateMoves(rules, position, &moves);
  for (const Move move : moves) {
    Position after = position;
    const Step step = Play(rules, move, &after);
    if (!visit(step, Played(placement, move, step, rules.size()))) return false;
  }
  return true;
}

}  // namespace raichi
