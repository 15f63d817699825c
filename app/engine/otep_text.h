#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/engine/clock.h"
#include "mcts/search/lines.h"

namespace raichi {

/// The content of `clock ATTACKERS[*] DEFENDERS[*] OVERTIME OVERTIMES OVERTIMES`: the milliseconds
/// of each side, with a star in an overtime period; the length of a period in seconds; the number
/// of periods that each side has left.
struct OtepClock {
  struct OfSide {
    double seconds = 0;
    bool is_overtime = false;
    bool is_known = false;  // the host has a clock for this side
  };
  OfSide attackers, defenders;
};

/// Throws Error if the text is not a clock.
OtepClock ParseOtepClock(const std::string& text);

/// The clock to plan with: main time is for the rest of the game; an overtime period is for one
/// move, because it is full again after each move.
GameClock GameClockOf(const OtepClock::OfSide& clock, double plies_left);

/// The squares of a position record as rules/notation.h writes them, for a board of this size.
/// Throws Error.
Position ParseOtepPosition(const std::string& record, int size);

/// `analysis 2 e3-c3|d5-d3 412 …`: values are for the attackers on OpenTafl's scale (5000 is a
/// win).
std::string OtepAnalysis(const std::vector<Line>& lines, Side to_move);

}  // namespace raichi
