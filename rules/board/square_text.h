#pragma once

#include <string>
#include <string_view>

#include "rules/board/position.h"

namespace raichi {

/// Squares (`a1`) and the pieces on a board as text. These forms need only the size of the board,
/// not its rules. Parsers throw Error naming the text and what was expected.

std::string ToString(Square square);  // `-` for no square
Square ParseSquare(std::string_view text, int size);
/// Reads a square at the front of `text` and removes it. Returns false if there is no square of the
/// board.
bool ConsumeSquare(std::string_view* text, int size, Square* square);

/// Writes the pieces of a position, the top rank first: `3ttt3/4t4/…/3ttt3`.
std::string SquaresToString(const Position& position, int size);
/// Returns a position with these pieces, exactly one of them a king; the attackers are to move.
Position ParseSquares(std::string_view text, int size);

}  // namespace raichi
