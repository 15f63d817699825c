#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/engine/clock.h"
#include "mcts/search/lines.h"

namespace raichi {

/// What `clock ATTACKERS[*] DEFENDERS[*] OVERTIME OVERTIMES OVERTIMES` says: milliseconds of either
/// side, with a star once they are those of an overtime period; its length in seconds, and the
/// periods that either side has left.
struct OtepClock {
  struct OfSide {
    double seconds = 0;
    bool is_overtime = false;
    bool is_known = false;  // the host has a clock for this side
  };
  OfSide attackers, defenders;
};

/// Throws Error on what is no clock.
OtepClock ParseOtepClock(const std::string& text);

/// The clock to plan by: main time for the rest of the game, an overtime period for one move, as it
/// is full again after it.
GameClock GameClockOf(const OtepClock::OfSide& clock, double plies_left);

/// The squares of a position record as rules/notation.h writes them, for a board of this size.
/// Throws Error.
Position ParseOtepPosition(const std::string& record, int size);

/// `analysis 2 e3-c3|d5-d3 412 …`: values are for the attackers, 5000 a win, as OpenTafl's own.
std::string OtepAnalysis(const std::vector<Line>& lines, Side to_move);

}  // namespace raichi
