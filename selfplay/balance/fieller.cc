#include "selfplay/balance/fieller.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "selfplay/ratings/elo.h"

namespace raichi {

/// A ratio r is in the set if a r^2 + b r + c <= 0. The set is one interval if the denominator is
/// significant (a > 0). It contains 0 unless the numerator is significant (c > 0).
Ratio FiellerRatio(double numerator, double denominator, const Eigen::Matrix2d& covariance) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double z2 = kDeviationsOf95Percent * kDeviationsOf95Percent;
  const double a = denominator * denominator - z2 * covariance(1, 1);
  const double b = -2 * (numerator * denominator - z2 * covariance(0, 1));
  const double c = numerator * numerator - z2 * covariance(0, 0);
  const double sign = numerator > 0 ? 1 : numerator < 0 ? -1 : 0;
  const double value = denominator > 0 ? numerator / denominator : sign == 0 ? 0 : sign * kInfinity;
  if (a > 0 && denominator > 0) {
    const double root = std::sqrt(std::max(0.0, b * b - 4 * a * c));
    return {value, std::min(value, (-b - root) / (2 * a)), std::max(value, (-b + root) / (2 * a))};
  }
  if (c <= 0) return {value, -kInfinity, kInfinity};
  // The numerator alone is significant: ratios near 0 are excluded. If a denominator below 0 is
  // significant too, no ratio with a positive denominator fits.
  if (a > 0) return {value, value, value};
  // Of the two roots of a r^2 + b r + c, or the one if a = 0, take the one with the sign.
  const double root = std::sqrt(std::max(0.0, b * b - 4 * a * c));
  const double bound = sign * 2 * c / (-sign * b + root);
  return sign > 0 ? Ratio{value, bound, kInfinity} : Ratio{value, -kInfinity, bound};
}

}  // namespace raichi
