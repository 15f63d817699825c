#pragma once

#include <string>
#include <string_view>

#include "rules/board/position.h"
#include "rules/rules.h"

namespace raichi {

/// A position as text: its pieces, the side to move (`a` or `d`), and, if there are any, the
/// *strays*: the squares of attackers on a camp square that is not, or no longer, their own camp.
/// If attackers stand in camps that have closed, the first square of each of these camps follows,
/// after `-` where there are no strays. Camps without attackers are closed where camps close.
///
///   3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 a
///   3t5/9/9/9/4K4/9/9/9/3t5 d d1,d9
///   9/9/9/9/4K4/4b4/9/9/3t5 a - e4
///
/// Reading the text of a position under the same rules gives an equal position.
std::string ToString(const Rules& rules, const Position& position);

/// Throws Error if the text has another form, no king or several, a piece off the board, its king
/// on a goal already, or a stray, closed camp or royal attacker where the rules know none. A side
/// to move that is left out is the one that begins. Without strays, every attacker on a camp square
/// is at home there unless the camp has closed.
Position ParsePosition(const Rules& rules, std::string_view text);

}  // namespace raichi
