#pragma once

#include <string>
#include <string_view>

#include "rules/game.h"

namespace raichi {

/// The state of a game for people: `ongoing`, `draw: repetition`, `attackers win: king captured`.
std::string DescribeResult(const Game& game);
/// The warning that the defenders call (Linnaeus' law 6) when the attackers are to move and the
/// king has an open way to a goal: a sentence that begins with `Raichi!` or `Tuichu!`, else empty.
std::string_view CallRoads(const Game& game);

}  // namespace raichi
