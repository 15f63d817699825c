#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/board/position.h"
#include "rules/board/types.h"

namespace raichi {

/// A move as text: `e3-c3`, or with its captures `e3-c3xc4/b3`.
std::string ToString(Move move);
std::string ToString(Move move, const Step& step);  // with the captures in the order of `step`

/// A move that was read, and the captures that its text names.
struct MoveText {
  Move move;
  std::vector<Square> captures;
};

/// Reads `e3-c3`, `e3c3`, `e3-c3xc4/b3` or `e3-c3xc4xb3` on a board of `size`. Checks neither that
/// the move is legal nor that it makes these captures; ParseLegalMove (notation.h) does. Throws
/// Error naming the text and what was expected.
MoveText ParseMoveText(std::string_view text, int size);
/// Reads the same texts and returns the move alone.
Move ParseMove(std::string_view text, int size);

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
