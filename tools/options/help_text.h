#pragma once

#include <limits>
#include <string>
#include <string_view>
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

/// Returns the number of characters of a text in UTF-8.
size_t CountCharacters(std::string_view text);
/// Breaks text at spaces into lines of at most `columns` characters. Only a longer word exceeds
/// them.
std::string Wrap(std::string_view text, size_t columns);

}  // namespace raichi
