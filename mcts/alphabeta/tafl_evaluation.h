#pragma once

#include "rules/board/position.h"
#include "rules/rules.h"

namespace raichi {

/// A hand-made judgement of an ongoing position for the side to move, in hundredths of a defender:
/// the classical engine's eyes. Seen from the defenders it adds
///  - the men of both sides, weighed so that the setup balances roughly;
///  - the king's open roads while the attackers must answer them (two are as good as a win);
///  - the squares that the king can reach from which a road, or two, would be open;
///  - the king's mobility and, where the goal is the corners, his nearness to one;
/// and takes off
///  - the attackers (and other hostile squares) beside the king, more where two capture him;
///  - attackers that guard the corners from the diagonals before them;
///  - a ring that the king cannot leave, even were his own men not in the way.
int EvaluateTafl(const Rules& rules, const Position& position);

}  // namespace raichi
