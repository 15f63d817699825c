#include "console/work_clock.h"

#include <algorithm>

#include "base/seconds_since.h"
#include "console/progress.h"

namespace raichi {

void WorkClock::Finish(double units) {
  done_ += units;
  left_ -= units;
}

std::string WorkClock::TimeLeft(double units) const {
  const double all = done_ + left_;
  return DescribeTimeLeft(SecondsSince(start_), all > 0 ? (done_ + units) / all : 0);
}

std::string DescribeTimeLeft(double seconds, double done) {
  constexpr double kFew = 0.01, kSoon = 10;  // a first part says little of the others
  if (done <= 0 || (done < kFew && seconds < kSoon)) {
    return ", working for " + FormatSeconds(seconds);
  }
  return ", about " + FormatTimeLeft(seconds / done * (1 - done));
}

}  // namespace raichi
