#pragma once

#include "selfplay/records/record.h"

namespace raichi {

/// A hand-made game of Linnaeus' tablut, for tests of a sample's targets.

/// Returns a turn with a full search that gave all its visits to the move played.
TurnRecord Searched(const char* move, float root_value, uint32_t visits = 1);

/// Returns a game in which the attackers capture the man on b2 and the king then escapes to f1. The
/// attackers' search gave 30 visits to e2-c2 and 10 to e2-e3, with value 0.5; the defenders' search
/// had value 0.75.
GameRecord TakeAndEscape();

}  // namespace raichi
