#pragma once

#include <string>
#include <string_view>

#include "rules/board/position.h"

namespace raichi {

/// Text forms that need only the size of the board: squares (`a1`) and the pieces on a board.
/// Parsers throw Error naming the text and what was expected.

std::string ToString(Square square);  // `-` for none
Square ParseSquare(std::string_view text, int size);
/// Reads a square at the front of `text` and drops it; false if there is none on the board.
bool ConsumeSquare(std::string_view* text, int size, Square* square);

/// The pieces of a position, ranks from the top one: `3ttt3/4t4/…/3ttt3`.
std::string SquaresToString(const Position& position, int size);
/// A position with these pieces, one king among them; the attackers are to move.
Position ParseSquares(std::string_view text, int size);

}  // namespace raichi
