#pragma once

#include <cstddef>

#include "rules/board/position.h"
#include "rules/rules.h"

namespace raichi {

/// What a side could do with one move if it were its turn. Speed limits and closed camps count,
/// repetition does not. Captures are those of men and of the king by the piece that arrives. Rows
/// (shieldwalls) are not looked for.
struct Threats {
  SquareSet stops;     // squares that its pieces could reach
  SquareSet captures;  // those of them where the piece that arrives captures
  SquareSet victims;   // enemies that it could capture by moving there
};
Threats ThreatsOf(const Rules& rules, const Position& position, Side side);

/// Whether an attacker captures the king by moving to his neighbour `kDirections[i]`. It does not
/// matter whether the attacker stands there yet.
bool WouldCaptureKing(const Rules& rules, const Position& position, size_t i);

}  // namespace raichi
