#pragma once

#include <cstdint>

#include "rules/game.h"

namespace raichi {

/// Returns the key of a leaf in a cache: a hash of what an evaluation may depend on, which is the
/// position, the rules and the last `history` moves. It leaves out earlier positions, although the
/// game's result may depend on whether one of them recurs. But if the rules forbid repeating a
/// position, it covers the whole history.
uint64_t LeafKey(const Game& game, int history);

}  // namespace raichi
