#pragma once

#include "selfplay/records/record.h"

namespace raichi {

/// A game of Linnaeus' tablut made by hand, to compute a sample's targets from.

/// A turn with a full search, all of whose visits went to the move played.
TurnRecord Searched(const char* move, float root_value, uint32_t visits = 1);

/// The attackers take the man on b2, then the king leaves by f1. They searched e2-c2 with 30 visits
/// and e2-e3 with 10, and said 0.5; he said 0.75.
GameRecord TakeAndEscape();

}  // namespace raichi
