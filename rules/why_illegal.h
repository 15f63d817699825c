#pragma once

#include <string>

#include "rules/game.h"

namespace raichi {

/// Returns why the rules forbid a move in an ongoing game: a clause such as `the attacker on c1 is
/// in the way`. Returns an empty text if the move is legal. Both squares must be on the board.
std::string WhyIllegal(const Game& game, Move move);

}  // namespace raichi
