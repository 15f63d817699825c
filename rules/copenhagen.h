#pragma once

#include "rules/position.h"
#include "rules/rules.h"

namespace raichi {

/// Shieldwall (`shieldwall: true`; Copenhagen Hnefatafl). A row is two or more neighbouring pieces
/// of one side along an edge of the board, the king included. The piece that just moved to the edge
/// square `to` captures the row beside it along that edge if
///  - the square at the other end of the row, too, holds a piece of the mover's side (the king only
///    as he is armed: `both` or `anvil`) or is an empty corner hostile to the row's men, and
///  - every piece of the row has a piece of the mover's side (the king again as he is armed) in
///    front of it, towards the middle.
/// All men of the row are taken; a king in it stays. Both directions along the edge may be taken,
/// and at once with the men that the same move takes between two. A king who is armed neither
/// `both` nor `hammer` takes no row by moving. On a corner square, both edges count.
void CaptureShieldwalls(const Rules& rules, Square to, Side mover, Position* position, Step* step);

/// Exit fort (`exit_forts: true`; Copenhagen Hnefatafl), tested after moves of the defenders. They
/// win if the king is on the rim, can move, and the attackers can never reach him: the squares that
/// orthogonal steps from the king reach without crossing unbreakable defenders (the *inside*) hold
/// no attacker. *Outside* is every square that is neither inside nor held by an unbreakable
/// defender. A defender is unbreakable if
///  - on no axis it could be taken between its neighbours: each of them outside or a special square
///    hostile to defenders now, and one of them an outside square that attackers may stop on; and
///  - with `shieldwall`, it is in no row along an edge that could be taken: the squares in front of
///    all its pieces outside, and each end outside or a special square hostile to defenders.
/// The unbreakable defenders are what is left of all when those that are not are dropped round by
/// round; they protect each other.
bool HasExitFort(const Rules& rules, const Position& position);

}  // namespace raichi
