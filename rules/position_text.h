#pragma once

#include <string>
#include <string_view>

#include "rules/board/position.h"
#include "rules/rules.h"

namespace raichi {

/// A position as text: its pieces, the side to move (`a` or `d`), and, if there are any, the
/// *strays*: the squares of attackers on a camp square that is not, or no longer, their own camp.
///
///   3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 a
///   3t5/9/9/9/4K4/9/9/9/3t5 d d1,d9
///
/// Reading the text of a position under the same rules gives an equal position.
std::string ToString(const Rules& rules, const Position& position);

/// Throws Error if the text has another form, no king or several, a piece off the board, its king
/// on a goal already, or a stray where the rules know none. A side to move that is left out is the
/// one that begins. Without strays, every attacker on a camp square is at home there.
Position ParsePosition(const Rules& rules, std::string_view text);

}  // namespace raichi
