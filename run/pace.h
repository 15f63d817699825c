#pragma once

#include <cstdint>
#include <optional>

#include "console/output.h"
#include "run/budget.h"
#include "run/config/config.h"

namespace raichi {

/// Keeps a run with a budget of time to it: ends the self-play of an iteration early enough that
/// its training fits into the iteration's share of the budget, and into the budget. It expects
/// training to take as long for each ply of self-play as in the iteration before.
/// Without a budget of time it never ends anything. `config` and `budget` must outlive it.
class Pace {
 public:
  Pace(const RunConfig& config, const RunBudget& budget) : config_(config), budget_(budget) {}

  /// Sets what to expect of the first iteration from the speed of training, in samples a second.
  void ExpectTraining(double samples_per_second);
  /// Learns from an iteration's line of metrics (docs/run-folder.md).
  void Learn(const Json& iteration);
  /// True if a phase of self-play that has taken `seconds` is to end. Training will learn from new
  /// games of so many plies.
  bool EndsSelfPlay(double seconds, double plies) const;
  /// True if the rest of the budget is too short for another iteration like the last one, or spent.
  bool IsOver() const;
  /// Returns the share of self-play in the time of the last iteration that this process played
  /// whole; before the first, 1.
  double SelfPlayShare() const { return selfplay_share_; }
  /// True if the budget of time has room for work that takes this long.
  bool HasTimeFor(double seconds) const { return seconds <= SecondsLeft(); }

 private:
  double SecondsLeft() const;  // infinite without a budget of time

  const RunConfig& config_;
  const RunBudget& budget_;
  std::optional<double> training_per_ply_;  // seconds; none: not known yet
  double iteration_ = 0;                    // seconds of self-play and training in the last one
  double selfplay_share_ = 1;
};

}  // namespace raichi
