#pragma once

#include <cstddef>

#include "rules/board/position.h"
#include "rules/rules.h"

namespace raichi {

/// What a side could do with one move if it were its turn. Speed limits and closed camps count,
/// repetition does not. A capture is one by the piece that moves, the king's by attackers included;
/// rows (shieldwalls) and encirclement are not looked for.
struct Threats {
  SquareSet stops;     // squares that its pieces could reach
  SquareSet captures;  // those of them where the piece that arrives captures
  SquareSet victims;   // pieces that could be captured so
};
Threats ThreatsOf(const Rules& rules, const Position& position, Side side);

/// Whether an attacker that arrives beside the king, `kDirections[i]` of him, captures him.
bool WouldCaptureKing(const Rules& rules, const Position& position, size_t i);

}  // namespace raichi
