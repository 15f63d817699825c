#pragma once

#include <cstdint>
#include <vector>

namespace raichi {

/// How to estimate an interval by drawing again.
struct BootstrapSettings {
  int draws = 2000;
  uint64_t seed = 1;
  double level = 0.95;
};

/// An interval by its bounds.
struct Interval {
  double low = 0;
  double high = 0;
};

/// Returns the interval that leaves out (1 - level) / 2 of the values at each end. Sorts `values`,
/// which must not be empty.
Interval PercentileInterval(double level, std::vector<double>* values);

}  // namespace raichi
