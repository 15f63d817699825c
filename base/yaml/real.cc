// This function has a file of its own because the web build leaves it out: its C++ library cannot
// parse fractions, and rule files contain none.
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <system_error>

#include "base/yaml/value.h"

namespace raichi {
namespace {

std::string Shown(double number) {
  std::array<char, 32> text;
  return {text.data(), std::to_chars(text.begin(), text.end(), number).ptr};
}

}  // namespace

double YamlValue::Real(double low, double high) const {
  const std::string& text = node_->text;
  const char* const end = text.data() + text.size();
  double number = 0;
  const auto [stop, code] = std::from_chars(text.data(), end, number);
  const bool is_number =
      node_->plain && code == std::errc() && stop == end && std::isfinite(number);
  if (!is_number || number < low || number > high) {
    Want("a number from " + Shown(low) + " to " + Shown(high));
  }
  return number;
}

}  // namespace raichi
