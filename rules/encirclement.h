#pragma once

#include "rules/board/position.h"
#include "rules/rules.h"

namespace raichi {

/// Whether no piece of the defenders can reach the rim by orthogonal steps over squares that no
/// attacker holds (`encirclement` in `docs/rules.md`).
bool IsEncircled(const Rules& rules, const Position& position);

/// The squares that orthogonal steps from `seeds` reach inside `open`; the seeds themselves count.
SquareSet Flood(SquareSet seeds, const SquareSet& open, int size);

}  // namespace raichi
