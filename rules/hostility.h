#pragma once

#include "rules/position.h"
#include "rules/rules.h"

namespace raichi {

/// Whether square `b` is hostile to a piece of class `piece` that stands on `a` (`docs/rules.md`,
/// "Hostile"). `b` may lie off the board, where nothing is hostile.
bool IsHostile(const Rules& rules, const Position& position, Square b, PieceClass piece, Square a);

/// Whether a piece of class `piece` supports captures of the enemies beside it (moves in to take
/// them with `hammer`, stands still with `anvil`): every man does, the king as he is armed.
constexpr bool CanHammer(Armed armed, PieceClass piece) {
  return piece != PieceClass::kKing || armed == Armed::kBoth || armed == Armed::kHammer;
}
constexpr bool CanAnvil(Armed armed, PieceClass piece) {
  return piece != PieceClass::kKing || armed == Armed::kBoth || armed == Armed::kAnvil;
}

}  // namespace raichi
