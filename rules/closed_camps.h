#pragma once

#include "rules/board/position.h"
#include "rules/rules.h"

namespace raichi {

/// Camps that close (`camps.close` in `docs/rules.md`): a camp in which no attacker stands is
/// closed, and it stays so for good. Where camps do not close, none is ever closed.

/// The squares of the camps that are closed now.
SquareSet ClosedCampSquares(const Rules& rules, const Position& position);
/// Whether `s` is one of them.
inline bool IsInClosedCamp(const Rules& rules, const Position& position, Square s) {
  return rules.camps_close() && (position.closed_camps() >> rules.CampOf(s) & 1) != 0;
}

/// Closes the camps without attackers, as in a setup.
void CloseEmptyCamps(const Rules& rules, Position* position);
/// Closes the camp of the square `left`, which an attacker has just left, if it was the last one.
void CloseCampIfEmpty(const Rules& rules, Square left, Position* position);

}  // namespace raichi
