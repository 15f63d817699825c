#pragma once

#include "rules/game.h"
#include "rules/rng.h"

namespace raichi {

/// Opening variety: plays `plies` uniformly random legal moves on `game`. An opening after which
/// the game is over, or which the next move could end, is taken back and drawn again; after a few
/// such draws no random moves are played at all. Uses `rng` for nothing else, so the opening
/// depends on its state alone.
void PlayRandomOpening(int plies, Rng* rng, Game* game);

}  // namespace raichi
