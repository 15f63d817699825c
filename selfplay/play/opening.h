#pragma once

#include "base/rng.h"
#include "rules/game.h"

namespace raichi {

/// Plays `plies` uniformly random legal moves on `game`, for variety in the openings. If the game
/// is then over, or the next move could end it, the moves are taken back and drawn again; after a
/// few failed draws no random moves are played. `rng` serves no other purpose here, so the opening
/// depends only on its state.
void PlayRandomOpening(int plies, Rng* rng, Game* game);

}  // namespace raichi
