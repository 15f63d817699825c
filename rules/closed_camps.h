#pragma once

#include "rules/board/position.h"
#include "rules/rules.h"

namespace raichi {

/// Camps that close (`camps.close` in `docs/rules.md`): a camp is closed as soon as no attacker
/// stands in it, and is never opened again. Under rules whose camps do not close, no camp is
/// closed.

/// The squares of the camps that are closed now.
SquareSet ClosedCampSquares(const Rules& rules, const Position& position);
/// Whether `s` is in a camp that is closed now.
inline bool IsInClosedCamp(const Rules& rules, const Position& position, Square s) {
  return rules.camps_close() && (position.closed_camps() >> rules.CampOf(s) & 1) != 0;
}

/// Closes all camps without attackers. For positions that were set up rather than reached by moves.
void CloseEmptyCamps(const Rules& rules, Position* position);
/// Closes the camp of the square `left` if the attacker who has just left it was the last one
/// there.
void CloseCampIfEmpty(const Rules& rules, Square left, Position* position);

}  // namespace raichi
