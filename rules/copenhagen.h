#pragma once

#include "rules/board/position.h"
#include "rules/rules.h"

namespace raichi {

/// Shieldwall (`shieldwall: true`; Copenhagen Hnefatafl). A row is two or more neighbouring pieces
/// of one side along an edge of the board, the king included. The piece that just moved to `to`, an
/// end of the row on that edge (with `shieldwall_move: any` also a square in front of the row),
/// captures the row if
///  - at each end of it is a piece of the mover's side or, unless `shieldwall_ends: pieces`, an
///    empty corner hostile to the row's men, and
///  - every piece of the row has a piece of the mover's side in front of it, towards the middle.
/// A king of the mover's side counts if he has just moved or is armed `both` or `anvil`. All men of
/// the row are captured; a king in it stays. One move may capture several rows, and men between two
/// pieces as well. A king who is armed neither `both` nor `hammer` captures no row by moving.
void CaptureShieldwalls(const Rules& rules, Square to, Side mover, Position* position, Step* step);

/// Exit fort (`exit_forts: true`; Copenhagen Hnefatafl), tested after moves of the defenders. They
/// win if the king is on the rim, can move, and the attackers can never reach him: the squares that
/// orthogonal steps from the king reach without crossing unbreakable defenders (the *inside*) hold
/// no attacker. *Outside* is every square that is neither inside nor held by an unbreakable
/// defender. A defender is unbreakable if
///  - it could not be captured between its neighbours along its rank or file: each of them outside,
///    a special square hostile to defenders or off the board where the edge is hostile to them, and
///    attackers able to stop on one that is outside, now or once its camp has closed; and
///  - with `shieldwall`, it is in no row along an edge that could be captured: the squares in front
///    of all pieces of the row outside, and each end outside or a hostile special square.
/// Unbreakable defenders protect each other, so the search starts with all defenders and removes
/// the breakable ones round by round; the unbreakable ones remain.
bool HasExitFort(const Rules& rules, const Position& position);

/// Whether the attackers have encircled the defenders: no defender and no king can reach the rim by
/// orthogonal steps over squares without attackers (`encirclement` in `docs/rules.md`).
bool IsEncircled(const Rules& rules, const Position& position);

/// Returns the squares of `open` that orthogonal steps inside `open` reach from `seeds`, the seeds
/// included.
SquareSet Flood(SquareSet seeds, const SquareSet& open, int size);

}  // namespace raichi
