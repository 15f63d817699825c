#pragma once

#include <string>
#include <string_view>

#include "rules/game.h"

namespace raichi {

/// Describes the state of a game: `ongoing`, `draw: repetition`, `attackers win: king captured`.
std::string DescribeResult(const Game& game);
/// Returns the warning that the defenders must call (Linnaeus' law 6) if the attackers are to move
/// and the king has an open way to a goal. It is a sentence that begins with `Raichi!` or
/// `Tuichu!`; otherwise empty.
std::string_view CallRoads(const Game& game);

}  // namespace raichi
