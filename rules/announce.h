#pragma once

#include <string>
#include <string_view>

#include "rules/game.h"

namespace raichi {

/// What is said of a game to people.

/// `ongoing`, `draw: repetition`, `attackers win: king captured`.
std::string DescribeResult(const Game& game);
/// What the defenders owe their opponent where the attackers are to move and the king sees a road
/// (law 6): a sentence that begins with `Raichi!` or `Tuichu!`. Empty if there is nothing to call.
std::string_view CallRoads(const Game& game);

}  // namespace raichi
