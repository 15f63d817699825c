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

}  // namespace raichi
