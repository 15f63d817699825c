#pragma once

#include <string>
#include <string_view>

#include "rules/board/position.h"
#include "rules/board/text.h"
#include "rules/game.h"
#include "rules/rules.h"

namespace raichi {

/// A position as text: its pieces, the side to move (`a` or `d`), and, if there are any, the
/// *strays*: the squares of attackers on a camp square that is not, or no longer, their own camp.
/// Then follows the first square of each closed camp in which attackers stand, if there is one,
/// after `-` if there are no strays. Under rules whose camps close, camps without attackers are
/// closed without being named.
///
///   3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 a
///   3t5/9/9/9/4K4/9/9/9/3t5 d d1,d9
///   9/9/9/9/4K4/4b4/9/9/3t5 a - e4
///
/// Reading the text of a position under the same rules gives an equal position.
std::string ToString(const Rules& rules, const Position& position);

/// Reads a position, perhaps with blanks around it. If the side to move is left out, it is the one
/// that begins the game. An attacker on a camp square who is not named as a stray belongs to that
/// camp unless it has closed. Throws Error if the text has another form, has no king or several,
/// has a piece off the board or the king on a goal, or names a stray, a closed camp or a royal
/// attacker although the rules have none.
Position ParsePosition(const Rules& rules, std::string_view text);

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
