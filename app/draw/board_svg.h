#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/draw/board_view.h"
#include "rules/position.h"
#include "rules/rules.h"

namespace raichi {

/// An arrow from square to square.
struct BoardArrow {
  Move move;
  double weight = 1;  // its width, from 0 to 1
};

/// What a picture of a position shows beside the board.
struct BoardPicture {
  BoardMarks marks;
  std::vector<BoardArrow> arrows;          // the best move first: it stands out
  std::optional<double> attackers_points;  // expected score in percent: the bar beside the board
  std::vector<std::string> caption;        // lines below it; the first is the picture's title too
};

/// A position as an SVG document: squares (throne, corners, camps and goals look different),
/// pieces, last move and captures, arrows, bar and caption. Readable on light and dark pages.
std::string DrawBoardSvg(const Rules& rules, const Position& position, const BoardPicture& picture);

}  // namespace raichi
