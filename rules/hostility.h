#pragma once

#include "rules/board/position.h"
#include "rules/rules.h"

namespace raichi {

/// Whether square `b` is hostile to a piece of class `piece` that stands on `a` (`docs/rules.md`,
/// "Hostile"). `b` may lie off the board, where only `edge.hostile` makes it so.
bool IsHostile(const Rules& rules, const Position& position, Square b, PieceClass piece, Square a);
/// The squares that are hostile to every piece of class `piece`, wherever it stands: all but those
/// of Rules::HostileToSameCamp.
SquareSet HostileSquares(const Rules& rules, const Position& position, PieceClass piece);

/// Whether a piece of class `piece` can capture neighbouring enemies by moving (`hammer`) or help
/// to capture them by standing there (`anvil`). Every man can; the king as his `armed` key says.
constexpr bool CanHammer(Armed armed, PieceClass piece) {
  return piece != PieceClass::kKing || armed == Armed::kBoth || armed == Armed::kHammer;
}
constexpr bool CanAnvil(Armed armed, PieceClass piece) {
  return piece != PieceClass::kKing || armed == Armed::kBoth || armed == Armed::kAnvil;
}

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
