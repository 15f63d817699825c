#pragma once

#include <functional>
#include <string>

#include "rules/game.h"

namespace raichi {

/// Plays a list of moves separated by white space or commas (`e3-c3 a5a4 …`, notation.h), perhaps
/// with the numbers of turns (`1. e3-c3 a5a4 2. …`) and with captures as words of their own
/// (`e3-c3 xc4 xb3`). After each it calls `on_move`, if that is given. Throws Error naming ply and
/// move if a move cannot be read, is not legal or follows the end of the game.
void PlayMoves(const std::string& moves, Game* game,
               const std::function<void(Move move, const Step& step)>& on_move = {});

}  // namespace raichi
