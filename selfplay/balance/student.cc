#include "selfplay/balance/student.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.h"

namespace raichi {
namespace {

/// Returns the x > 0 with two_sided_p(x) = 1 - level, for a function that falls from 1 to 0.
template <typename Function>
double HalfWidth(double level, Function two_sided_p) {
  RAICHI_CHECK(0 < level && level < 1);
  double low = 0, high = 1;
  while (two_sided_p(high) > 1 - level) high *= 2;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (two_sided_p(middle) > 1 - level ? low : high) = middle;
  }
  return high;
}

}  // namespace

double NormalTwoSidedP(double z) { return std::erfc(std::abs(z) / std::numbers::sqrt2); }

double StudentTwoSidedP(double t, int degrees) {
  RAICHI_CHECK(degrees >= 1);
  const double angle = std::atan(std::abs(t) / std::sqrt(degrees));
  const double sine = std::sin(angle), cosine = std::cos(angle);
  const bool odd = degrees % 2 == 1;
  // Each term is the one before times cosine^2 i / (i + 1), with i = 2, 4, ... for odd degrees of
  // freedom and 1, 3, ... for even ones. The last power of the cosine is degrees - 2.
  double term = odd ? cosine : 1, sum = 0;
  for (int i = odd ? 2 : 1; i <= degrees - 1; i += 2) {
    sum += term;
    term *= cosine * cosine * i / (i + 1);
  }
  const double within = odd ? 2 / std::numbers::pi * (angle + sine * sum) : sine * sum;
  return std::clamp(1 - within, 0.0, 1.0);
}

double NormalHalfWidth(double level) {
  return HalfWidth(level, [](double z) { return NormalTwoSidedP(z); });
}

double StudentHalfWidth(double level, int degrees) {
  return HalfWidth(level, [degrees](double t) { return StudentTwoSidedP(t, degrees); });
}

}  // namespace raichi
