#pragma once

#include <functional>

#include "base/rng.h"
#include "rules/game.h"

namespace raichi {

/// Plays `plies` uniformly random legal moves on `game`, for variety in the openings. If the game
/// is then over, or the next move could end it, the moves are taken back and drawn again; after a
/// few failed draws no random moves are played. `rng` serves no other purpose here, so the opening
/// depends only on its state.
void PlayRandomOpening(int plies, Rng* rng, Game* game);

/// Returns the mean of `value` over all ways in which PlayRandomOpening may leave `game`, each
/// weighted by its probability. Calls `value` for each of them, so the time is exponential in
/// `plies`.
double MeanAfterRandomOpening(int plies, const std::function<double(const Game&)>& value,
                              Game* game);

}  // namespace raichi
