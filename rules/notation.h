#pragma once

#include <string>
#include <string_view>

#include "rules/game.h"
#include "rules/position.h"
#include "rules/rules.h"

namespace raichi {

/// Text forms of rules.md: squares `a1`, moves `e3-c3xc4/b3`, FEN-like positions
/// `3ttt3/4t4/… a`. Parsers throw Error naming the text and what was expected.

std::string ToString(Square square);
std::string ToString(Move move);  // e3-c3
std::string ToString(Move move,
                     const Step& step);  // e3-c3xc4/b3, captures in reading order of `step`
std::string ToString(const Rules& rules, const Position& position);
std::string_view ToString(Side side);      // attackers, defenders
std::string_view ToString(Result result);  // ongoing, attackers, defenders, draw
std::string_view ToString(Reason reason);  // king captured, …, empty for none

Square ParseSquare(std::string_view text, int size);
/// A move in `e3-c3`, `e3c3` or `e3-c3xc4/b3` form; not yet known to be legal. Captures named in
/// the text are ignored here; `ParseLegalMove` checks them.
Move ParseMove(std::string_view text, int size);
/// The same for a move that must be legal in `game` and, if it names captures, capture just those.
Move ParseLegalMove(const Game& game, std::string_view text);
/// A position; the side to move may be left out where `first` is given. It must have one king, no
/// piece off the board, and its king not yet on a goal.
Position ParsePosition(const Rules& rules, std::string_view text);
/// The squares alone: ranks from the top one, `/` between. Throws Error.
Position ParseSquares(std::string_view text, int size);
Side ParseSide(std::string_view text);
Result ParseResult(std::string_view text);
Reason ParseReason(std::string_view text);

}  // namespace raichi
