#pragma once

#include <cstdint>

#include "rules/rules.h"

namespace raichi {

/// Leaf sequences of `depth` legal moves. A line ends at a win, draw or stalemate that the position
/// alone decides; history is ignored. Every leaf move is played and tested, none is only counted.
uint64_t Perft(const Rules& rules, const Position& position, int depth);

}  // namespace raichi
