#pragma once

#include "console/output.h"
#include "rules/game.h"

namespace raichi {

/// The network's input for a game on a canvas of `canvas` squares a side (docs/network.md), which
/// must not be smaller than the board: `{"planes":[[word of rank 1, …], …],"numbers":[…]}`. Bit x
/// of a word is file x; file a is 0.
Json InputToJson(const Game& game, int canvas);

}  // namespace raichi
