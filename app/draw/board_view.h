#pragma once

#include <string>
#include <vector>

#include "rules/board/position.h"
#include "rules/game.h"
#include "rules/rules.h"

namespace raichi {

/// How a board is printed: as plain ASCII text, or with Unicode signs, or with colours.
struct BoardStyle {
  bool unicode = false;
  bool colour = false;
};
/// The style that standard output supports.
BoardStyle StyleOfOutput();

/// The last move and its captures, to be marked on a board.
struct BoardMarks {
  Move last;                     // none before the first move
  std::vector<Square> captured;  // the squares of the captured pieces, a captured king the last
};

/// The marks for the last move of a game; none before the first move.
BoardMarks LastMoveOf(const Game& game);

/// The board as lines of text with coordinates, the top rank first. Special squares, the last move
/// and its captures are marked. Ends with a newline.
std::string DrawBoard(const Rules& rules, const Position& position, const BoardMarks& marks,
                      const BoardStyle& style);
/// One line that explains the signs of `DrawBoard` under these rules.
std::string BoardLegend(const Rules& rules, const BoardStyle& style);

}  // namespace raichi
