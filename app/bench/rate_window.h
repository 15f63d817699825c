#pragma once

#include <chrono>
#include <cstdint>

namespace raichi {

/// Measures the rate of a count that other threads increase. The measurement begins with the first
/// poll after the count has passed `warm_up`, and lasts at least `seconds`.
class RateWindow {
 public:
  RateWindow(double seconds, uint64_t warm_up) : seconds_(seconds), warm_up_(warm_up) {}
  /// Reports the present count. Returns true when the measurement is over.
  bool Poll(uint64_t count);
  double rate() const { return rate_; }

 private:
  using Clock = std::chrono::steady_clock;
  double seconds_;
  uint64_t warm_up_;
  bool open_ = false;
  Clock::time_point start_;
  uint64_t first_ = 0;
  double rate_ = 0;
};

}  // namespace raichi
