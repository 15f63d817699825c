#pragma once

#include <string_view>

#include "rules/board/move_text.h"
#include "rules/board/square_text.h"
#include "rules/game.h"
#include "rules/position_text.h"

namespace raichi {

/// The text forms of docs/rules.md: squares, positions and moves (the headers included above),
/// words for sides and results, and moves in a game. Parsers throw Error naming the text and what
/// was expected.

/// Reads a move that must be legal in `game`. If the text names captures, they must be those of the
/// move.
Move ParseLegalMove(const Game& game, std::string_view text);

std::string_view ToString(Side side);      // attackers, defenders
std::string_view ToString(Result result);  // ongoing, attackers, defenders, draw
std::string_view ToString(Reason reason);  // king captured, …, empty for none
/// Reads `attackers` or `defenders` in any case, also in the singular and as `black` or `white`,
/// the usual colours of their men.
Side ParseSide(std::string_view text);
Result ParseResult(std::string_view text);
Reason ParseReason(std::string_view text);

}  // namespace raichi
