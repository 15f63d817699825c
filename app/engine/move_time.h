#pragma once

namespace raichi {

/// How long a move may take. All times are in seconds.

/// A player's clock at the start of the turn.
struct GameClock {
  double remaining = 0;
  double increment = 0;   // added after each move of the player
  int moves_to_go = 0;    // until time is added; 0: the rest of the game
  double plies_left = 0;  // expected length of the rest of the game; 0: unknown
};

/// Kept in reserve from every limit for the delay between our decision and the other side's clock.
inline constexpr double kDefaultMargin = 0.1;

/// Time to think with this clock: the remaining time, less `margin` or a twentieth of it, divided
/// by the expected number of moves, plus most of the increment. At most half of the remaining time,
/// unless this is the last move before time is added. 0 means that the move is due at once.
double PlanSeconds(const GameClock& clock, double margin = kDefaultMargin);

/// Time to think for a move with a limit: `limit` less `margin`, but at least half of `limit`.
double SecondsWithin(double limit, double margin = kDefaultMargin);

/// The margin if a late move loses the game: a second or a twentieth of the limit, whichever is
/// more, because the machine may be busy.
double StrictMargin(double limit);

}  // namespace raichi
