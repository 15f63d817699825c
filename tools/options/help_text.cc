#include "tools/options/help_text.h"

#include <spdlog/fmt/fmt.h>

#include <cmath>

namespace raichi {
namespace {

/// Writes a bound without an exponent if it is whole: 10000000, 0.001.
std::string Show(double bound) {
  return std::abs(bound) < 1e15 && bound == std::floor(bound) ? fmt::format("{:.0f}", bound)
                                                              : fmt::format("{}", bound);
}

}  // namespace

std::string Describe(const Bounds& bounds) {
  if (bounds.max < kInfinity) return Show(bounds.min) + " to " + Show(bounds.max);
  return bounds.min > -kInfinity ? "at least " + Show(bounds.min) : "";
}

std::string Expected(const Bounds& bounds, bool is_whole) {
  const char* noun = is_whole ? "a whole number" : "a number";
  if (bounds.max < kInfinity) return fmt::format("{} from {}", noun, Describe(bounds));
  return bounds.min > -kInfinity ? fmt::format("{} of {}", noun, Describe(bounds)) : noun;
}

std::string Alternatives(const std::vector<std::string>& words) {
  std::string text;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

}  // namespace raichi
