#pragma once

#include "rules/board/position.h"
#include "rules/rules.h"

namespace raichi {

/// Returns a handcrafted evaluation of an ongoing position for the side to move, in hundredths of a
/// defender, for use by the classical engine. From the defenders' perspective it adds
///  - the men of both sides, weighted so that the initial setup is roughly balanced;
///  - the king's open roads if the attackers must answer them (two are as good as a win);
///  - the squares within the king's reach from which one road, or two, would be open;
///  - the king's mobility and, if the goal is the corners, his proximity to one;
/// and subtracts
///  - attackers (and other hostile squares) next to the king, more where two capture him;
///  - attackers that guard the corners from the diagonals in front of them;
///  - a ring that the king could not leave even if his own men were not in the way.
int EvaluateTafl(const Rules& rules, const Position& position);

}  // namespace raichi
