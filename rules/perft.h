#pragma once

#include <cstdint>

#include "rules/rules.h"

namespace raichi {

/// Counts the sequences of `depth` legal moves. A line ends early if the position alone ends the
/// game; history is ignored. Every last move is played and tested, none is only counted.
uint64_t Perft(const Rules& rules, const Position& position, int depth);

}  // namespace raichi
