#pragma once

namespace raichi {

/// How long a move may take. Times are in seconds.

/// A player's clock as it is given his turn.
struct GameClock {
  double remaining = 0;
  double increment = 0;   // added after each of his moves
  int moves_to_go = 0;    // until time is added; 0: the rest of the game
  double plies_left = 0;  // that the game is expected to last; 0: nobody knows
};

/// Kept back from every limit, for what lies between our decision and the other's clock.
inline constexpr double kDefaultMargin = 0.1;

/// How long to think with this clock: an even share of what remains, less `margin` or a twentieth
/// of it, over the moves expected, and most of the increment; never more than half of what remains
/// unless the move is the last one before time is added. 0: the move is due at once.
double PlanSeconds(const GameClock& clock, double margin = kDefaultMargin);

/// How long to think when a move may take `limit`: that less `margin`, and at least half of it.
double SecondsWithin(double limit, double margin = kDefaultMargin);

/// The margin where a late move loses the game: a second or a twentieth of the limit, for the
/// machine may be busy.
double StrictMargin(double limit);

}  // namespace raichi
