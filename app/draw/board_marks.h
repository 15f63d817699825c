#pragma once

#include <vector>

#include "rules/board/types.h"
#include "rules/game.h"

namespace raichi {

/// The last move and its captures, to be marked on a board.
struct BoardMarks {
  Move last;                     // none before the first move
  std::vector<Square> captured;  // the squares of the captured pieces, a captured king the last
};

/// The marks for the last move of a game; none before the first move.
BoardMarks LastMoveOf(const Game& game);

}  // namespace raichi
