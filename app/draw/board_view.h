#pragma once

#include <string>

#include "app/draw/board_marks.h"
#include "rules/board/position.h"
#include "rules/rules.h"

namespace raichi {

/// How a board is printed: as plain ASCII text, or with Unicode signs, or with colours.
struct BoardStyle {
  bool unicode = false;
  bool colour = false;
};
/// The style that standard output supports.
BoardStyle StyleOfOutput();

/// The board as lines of text with coordinates, the top rank first. Special squares, the last move
/// and its captures are marked. Ends with a newline.
std::string DrawBoard(const Rules& rules, const Position& position, const BoardMarks& marks,
                      const BoardStyle& style);
/// One line that explains the signs of `DrawBoard` under these rules.
std::string BoardLegend(const Rules& rules, const BoardStyle& style);

}  // namespace raichi
