#pragma once

#include <string>
#include <vector>

#include "rules/game.h"
#include "rules/position.h"
#include "rules/rules.h"

namespace raichi {

/// How boards are drawn: plain text everywhere, UTF-8 signs and colours where a terminal has them.
struct BoardStyle {
  bool unicode = false;
  bool colour = false;
};
/// What standard output can show.
BoardStyle StyleOfOutput();

/// What the last move did, to be marked on the board.
struct BoardMarks {
  Move last;                     // none: nothing to mark
  std::vector<Square> captured;  // squares that it emptied
};

/// The last move of a game; nothing to mark before the first.
BoardMarks LastMoveOf(const Game& game);

/// The board as lines of text, the top rank first, with its coordinates; special squares, the last
/// move and its captures are marked. Ends with a newline.
std::string DrawBoard(const Rules& rules, const Position& position, const BoardMarks& marks,
                      const BoardStyle& style);
/// One line that explains the signs which `DrawBoard` uses under these rules.
std::string BoardLegend(const Rules& rules, const BoardStyle& style);

}  // namespace raichi
