#pragma once

#include "mcts/search/proof.h"
#include "rules/game.h"

namespace raichi {

/// Plain exhaustive searches that know nothing but `Game`: what proofs are checked against.

/// The result of the game under best play, for the side to move; the game must be bounded by a
/// `ply_limit`.
Proof Minimax(Game* game);

/// The least number of plies, at most `max_plies`, in which the side to move can force a win; 0 if
/// it cannot.
int ForcedWinPlies(Game* game, int max_plies);

}  // namespace raichi
