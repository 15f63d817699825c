#pragma once

#include <limits>
#include <string>
#include <vector>

namespace raichi {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The numbers that an option accepts, both bounds included.
struct Bounds {
  double min = -kInfinity;
  double max = kInfinity;

  bool Has(double value) const { return value >= min && value <= max; }
};

/// `1 to 100`, `at least 1`; empty without bounds.
std::string Describe(const Bounds& bounds);
/// `a number`, `a whole number from 1 to 100`, `a whole number of at least 1`.
std::string Expected(const Bounds& bounds, bool is_whole);

/// `a, b or c`.
std::string Alternatives(const std::vector<std::string>& words);

}  // namespace raichi
