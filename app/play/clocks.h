#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "rules/board/types.h"

namespace raichi {

/// The time of each side for a whole game, in seconds.
struct TimeControl {
  double base = 0;
  double increment = 0;  // added after each move
};

/// What both clocks of a game show.
struct ClockTimes {
  TimeControl control;
  std::array<double, 2> left{};  // seconds, by side
};
/// What they show before the first move.
ClockTimes FullTimes(const TimeControl& control);

/// Reads `10m`, `10m+5s` or `1h+30s`: whole or decimal numbers of hours, minutes or seconds.
/// Without units, as in `10+5`, minutes and seconds are meant. Throws UsageError.
TimeControl ParseTimeControl(const std::string& text);
/// `600s+5s`, which ParseTimeControl reads.
std::string ToString(const TimeControl& control);

/// The clocks of the two sides of one game, of which at most one runs.
class GameClocks {
 public:
  using Now = std::function<double()>;  // seconds since some fixed moment
  GameClocks(const ClockTimes& times, Now now);

  /// Stops the clocks and lets them show `times`, also after Rewind(0).
  void Set(const ClockTimes& times);
  const TimeControl& control() const { return control_; }
  /// Lets the clock of `side` run, unless it already does, and stops the other.
  void Start(Side side);
  /// Stops the running clock, if any.
  void Pause();
  /// Seconds left to a side; negative once its time is over.
  double Left(Side side) const;
  bool IsOver(Side side) const { return Left(side) <= 0; }
  /// Seconds that a side had left after the last move.
  double LeftAfterMove(Side side) const { return history_.back()[static_cast<size_t>(side)]; }

  /// Tells that the side whose clock runs has made its move: stops the clock and adds the
  /// increment.
  void Press();
  /// Counts a move that takes no time, such as one that is played again.
  void Skip();
  /// Sets the stopped clocks back to where they were after the first `moves` moves.
  void Rewind(size_t moves);
  /// Both sides have all their time again.
  void Reset();

 private:
  using Times = std::array<double, 2>;

  TimeControl control_;
  Now now_;
  Times left_{};                // not counting the time since `started_`
  std::vector<Times> history_;  // `left_` after each move, and before the first
  bool runs_ = false;
  Side running_ = Side::kAttackers;
  double started_ = 0;
};

/// `9:58`, `1:02:03`, and `0:07.4` below ten seconds.
std::string ClockText(double seconds);

}  // namespace raichi
