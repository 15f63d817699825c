#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "console/output.h"
#include "run/config/config.h"

namespace raichi {

/// The spent part of a run's budget, over all starts of the run. The clock starts when this object
/// is constructed and continues from the seconds of work that the run's state (files/state.h)
/// records. `config` must outlive this object.
class RunBudget {
 public:
  RunBudget(const Budget& config, const std::filesystem::path& run_folder);

  double Seconds() const;  // of work, in all starts
  /// Subtracts time that does not count as work of the run.
  void Discount(std::chrono::steady_clock::duration time) { start_ += time; }
  /// Whether there is a limit.
  bool HasEnd() const { return config_.minutes > 0 || config_.games > 0 || config_.steps > 0; }
  /// Returns the spent share, 0 to 1, of the limit that will be reached first; 0 if there is no
  /// limit.
  double Spent(int64_t games, int64_t steps) const;
  /// Returns `12:05 left` if the rest of the budget takes as long for each part as the share
  /// `spent`; otherwise that nothing or all of it is spent, or that it has no end.
  std::string DescribeLeft(double spent) const;
  /// Returns the changes to a budget that suffices to go on, ` budget.minutes=16 budget.games=40`:
  /// twice each limit, or twice what was spent (in whole minutes) if that is more.
  std::string ProposeLarger(int64_t games, int64_t steps) const;

  /// Saves the run's state: its newest model, the seconds so far, and whether it is finished.
  void Save(int model, bool finished = false);
  /// Saves it at most twice a minute, so that the time of a phase that is killed counts.
  void SaveNowAndThen(int model);

 private:
  const Budget& config_;
  const std::filesystem::path run_folder_;
  double seconds_before_ = 0;
  double saved_seconds_ = 0;
  std::chrono::steady_clock::time_point start_;
};

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
