#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>

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

}  // namespace raichi
