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

}  // namespace raichi
