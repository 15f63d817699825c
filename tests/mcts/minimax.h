#pragma once

#include "mcts/search/tree.h"
#include "rules/game.h"

namespace raichi {

/// Plain exhaustive searches, based only on `Game`, as a reference for proofs.

/// Returns the result of the game under best play, for the side to move. The game must be bounded
/// by a `ply_limit`.
Proof Minimax(Game* game);

/// Returns the least number of plies, at most `max_plies`, in which the side to move can force a
/// win, or 0 if it cannot.
int ForcedWinPlies(Game* game, int max_plies);

}  // namespace raichi
