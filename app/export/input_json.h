#pragma once

#include "console/output.h"
#include "rules/game.h"

namespace raichi {

/// What a network sees of a game on a canvas of so many squares a side (docs/network.md), which is
/// not smaller than its board: `{"planes":[[word of rank 1, …], …],"numbers":[…]}`; bit x of a word
/// is file x, a is 0.
Json InputToJson(const Game& game, int canvas);

}  // namespace raichi
