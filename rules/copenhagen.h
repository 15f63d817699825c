#pragma once

#include "rules/position.h"
#include "rules/rules.h"

namespace raichi {

/// Shieldwall (`shieldwall: true`; Copenhagen Hnefatafl). A row is two or more neighbouring pieces
/// of one side along an edge of the board, the king included. The piece that just moved to the edge
/// square `to` captures the row beside it along that edge if
///  - the square at the other end of the row, too, holds a piece of the mover's side (the king only
///    as he is armed: `both` or `anvil`) or is an empty corner hostile to the row's men, and
///  - every piece of the row has a piece of the mover's side in front of it, towards the middle
///  (the
///    king again as he is armed).
/// All men of the row are taken; a king in it stays. Both directions along the edge may be taken.
/// A king who is armed neither `both` nor `hammer` takes no row by moving. On a corner square, both
/// edges count.
void CaptureShieldwalls(const Rules& rules, Square to, Side mover, Position* position, Step* step);

/// Exit fort (`exit_forts: true`; Copenhagen Hnefatafl), tested after moves of the defenders. They
/// win if the king is on the rim, can move, and the attackers can never reach him: the squares that
/// orthogonal steps from the king reach without crossing unbreakable defenders (the *inside*) hold
/// no attacker, where a defender is unbreakable if
///  - on no axis are both its neighbours *exposed*: a neighbour is exposed if it is on the board
///  and
///    neither inside nor held by an unbreakable defender, or if it is a special square hostile to
///    defenders; at least one of the two must be a square that attackers can stop on; and
///  - with `shieldwall`, it belongs to no row along an edge that could be taken: all pieces of the
///  row
///    exposed in front, both ends exposed or corners hostile to defenders.
/// The inside and the unbreakable defenders are the largest such sets: they protect each other.
bool HasExitFort(const Rules& rules, const Position& position);

}  // namespace raichi
