#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>

#include "run/config/config.h"

namespace raichi {

/// How much of a run's budget is spent, over all of its starts. Its clock runs from its making on,
/// and goes on where the run's state says that the start before ended. `config` must outlive it.
class RunBudget {
 public:
  RunBudget(const Budget& config, const std::filesystem::path& run_folder);

  double Seconds() const;  // of work, in all starts
  /// Takes time that is no work of the run off its clock.
  void Discount(std::chrono::steady_clock::duration time) { start_ += time; }
  /// The share of the limit that is nearest, 0 to 1; 0 without any.
  double Spent(int64_t games, int64_t steps) const;

 private:
  const Budget& config_;
  double seconds_before_ = 0;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace raichi
