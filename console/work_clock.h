#pragma once

#include <chrono>
#include <string>

namespace raichi {

/// Estimates the time left for work that consists of equal units, from the mean time of those that
/// are done. It starts when it is constructed.
class WorkClock {
 public:
  /// `units` is all the work.
  explicit WorkClock(double units) : left_(units) {}

  /// Counts a finished part of the work, of so many units.
  void Finish(double units);
  /// `, about 0:42 left` once a hundredth is done, or after ten seconds anything, counting `units`
  /// of the present part; before that `, working for 0:05`.
  std::string TimeLeft(double units) const;

 private:
  using Clock = std::chrono::steady_clock;

  Clock::time_point start_ = Clock::now();
  double done_ = 0;
  double left_;
};

/// Returns the text of WorkClock::TimeLeft after `seconds` for the share `done` of the work.
std::string DescribeTimeLeft(double seconds, double done);

}  // namespace raichi
