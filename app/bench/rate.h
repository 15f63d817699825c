#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "base/resources.h"

namespace raichi {

/// Work, and the time that it took.
struct WorkRate {
  double work = 0;
  double seconds = 0;            // by the clock
  double processor_seconds = 0;  // of all threads of this process together (base/resources.h)

  /// 0 if there was no work yet.
  double per_second() const { return seconds > 0 ? work / seconds : 0; }
  double per_processor_second() const {
    return processor_seconds > 0 ? work / processor_seconds : 0;
  }
  WorkRate& operator+=(const WorkRate& other);
};

/// The key of JSON for values by processor time.
inline constexpr char kByProcessorTime[] = "by_processor_time";

/// The value of a figure. A speed has it by both kinds of time, and so has a ratio of speeds;
/// anything else has only one value.
struct FigureValue {
  double by_clock = 0;  // or the only value
  std::optional<double> by_processor_time;

  /// The work per second.
  static FigureValue Of(const WorkRate& rate);
  /// The first rate relative to the second. On a device other than `cpu` it has no value by
  /// processor time: the processor only waits for some of that work.
  static FigureValue Ratio(const WorkRate& first, const WorkRate& second,
                           const std::string& device);
};

/// Takes the time from its construction.
class RateTimer {
 public:
  double Seconds() const;
  /// The rate of work that was done since then.
  WorkRate Of(double work) const;

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double processor_start_ = ProcessorSeconds();
};

/// Calls `work` once to warm up, and then until `seconds` have passed. `work` returns the amount of
/// work that it did.
template <typename Work>
WorkRate MeasureRate(double seconds, Work work) {
  work();
  double done = 0;
  const RateTimer timer;
  do {
    done += static_cast<double>(work());
  } while (timer.Seconds() < seconds);
  return timer.Of(done);
}

/// Measures the rate of a count that other threads increase. The measurement begins with the first
/// poll after the count has passed `warm_up`, and lasts at least `seconds`.
class RateWindow {
 public:
  RateWindow(double seconds, uint64_t warm_up) : seconds_(seconds), warm_up_(warm_up) {}
  /// Reports the present count. Returns true when the measurement is over.
  bool Poll(uint64_t count);
  const WorkRate& rate() const { return rate_; }

 private:
  double seconds_;
  uint64_t warm_up_;
  std::optional<RateTimer> timer_;  // once the measurement has begun
  uint64_t first_ = 0;
  WorkRate rate_;
};

}  // namespace raichi
