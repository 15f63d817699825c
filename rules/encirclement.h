#pragma once

#include "rules/board/position.h"
#include "rules/rules.h"

namespace raichi {

/// Whether the attackers have encircled the defenders: no defender and no king can reach the rim by
/// orthogonal steps over squares without attackers (`encirclement` in `docs/rules.md`).
bool IsEncircled(const Rules& rules, const Position& position);

/// Returns the squares of `open` that orthogonal steps inside `open` reach from `seeds`, the seeds
/// included.
SquareSet Flood(SquareSet seeds, const SquareSet& open, int size);

}  // namespace raichi
