#pragma once

#include <string>

#include "rules/game.h"

namespace raichi {

/// Returns why the side to move cannot move anything from a square of the board: there is no piece
/// on it, or one of the other side. Returns an empty text if a piece of its own stands there.
std::string WhyUnmovable(const Game& game, Square from);
/// Returns why the rules forbid a move in an ongoing game: a clause such as `the attacker on c1 is
/// in the way`. Returns an empty text if the move is legal. Both squares must be on the board.
std::string WhyIllegal(const Game& game, Move move);

}  // namespace raichi
