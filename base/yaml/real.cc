// This function has a file of its own because the web build leaves it out: its C++ library cannot
// parse fractions, and rule files contain none.
#include <array>
#include <charconv>
#include <string>

#include "base/parse_number.h"
#include "base/yaml/value.h"

namespace raichi {
namespace {

std::string Shown(double number) {
  std::array<char, 32> text;
  return {text.data(), std::to_chars(text.begin(), text.end(), number).ptr};
}

}  // namespace

double YamlValue::Real(double low, double high) const {
  const auto number = ParseNumber(node_->text, low, high);
  if (!number || !node_->plain) Want("a number from " + Shown(low) + " to " + Shown(high));
  return *number;
}

}  // namespace raichi
