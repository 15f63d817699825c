#pragma once

#include "rules/game.h"

namespace raichi {

/// What a study needs to know of a game.
struct GameFacts {
  Result result = Result::kDraw;
  Reason reason = Reason::kNone;
  int plies = 0;
  Move first_move;   // the one that stands for its class (FirstMoves)
  double drama = 0;  // mean of how far the later winner was behind, by its own values, 0 to 1
  double lead_changes = 0;  // how often the sign of the value for the attackers changed
};

}  // namespace raichi
