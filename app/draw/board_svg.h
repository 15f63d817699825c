#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/draw/board_marks.h"
#include "rules/board/position.h"
#include "rules/rules.h"

namespace raichi {

/// An arrow on a board, from the start of a move to its end.
struct BoardArrow {
  Move move;
  double weight = 1;  // relative width, from 0 to 1
};

/// The contents of a picture of a position besides its pieces.
struct BoardPicture {
  BoardMarks marks;
  std::vector<BoardArrow> arrows;          // best move first; it is drawn more strongly
  std::optional<double> attackers_points;  // expected score in percent; draws a bar
  std::vector<std::string> caption;        // lines below the board; the first is also the title
};

/// Draws a position as an SVG document: the squares (throne, corners, camps and goals look
/// different), pieces, last move, captures, arrows, bar and caption. It is readable on light and
/// dark pages.
std::string DrawBoardSvg(const Rules& rules, const Position& position, const BoardPicture& picture);

}  // namespace raichi
