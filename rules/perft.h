#pragma once

#include <cstdint>

#include "rules/rules.h"

namespace raichi {

/// Counts the sequences of `depth` legal moves. A sequence ends early if the position alone ends
/// the game; history is ignored. Plays and tests the last moves too, rather than only counting
/// them.
uint64_t Perft(const Rules& rules, const Position& position, int depth);

}  // namespace raichi
