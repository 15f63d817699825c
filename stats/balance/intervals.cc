#include "stats/balance/intervals.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <numeric>
#include <unsupported/Eigen/SpecialFunctions>

#include "base/error.h"
#include "stats/ratings/match_result.h"

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

double StudentTwoSidedP(double t, double degrees) {
  RAICHI_CHECK(degrees >= 1);
  constexpr double kMostDegrees = 1e6;  // beyond, nothing differs from the normal distribution
  if (degrees > kMostDegrees) return NormalTwoSidedP(t);
  return Eigen::numext::betainc(degrees / 2, 0.5, degrees / (degrees + t * t));
}

double NormalHalfWidth(double level) {
  return HalfWidth(level, [](double z) { return NormalTwoSidedP(z); });
}

double StudentHalfWidth(double level, double degrees) {
  return HalfWidth(level, [degrees](double t) { return StudentTwoSidedP(t, degrees); });
}

namespace {

constexpr int kCells = 400;  // of the grid between the bounds

double NormalDensity(double x, double deviation) {
  const double z = x / deviation;
  return std::exp(-z * z / 2) / (deviation * std::sqrt(2 * std::numbers::pi));
}

/// The density of a Brownian motion that has stayed between -c and c at the looks so far, at the
/// middles of the cells.
class Survivors {
 public:
  explicit Survivors(double c) : width_(2 * c / kCells), density_(kCells) {}

  /// Goes on by `time` to the next look.
  void Advance(double time) {
    const double deviation = std::sqrt(time);
    std::vector<double> next(kCells);
    for (int to = 0; to < kCells; ++to) {
      double& sum = next[static_cast<size_t>(to)];
      if (is_new_) sum = NormalDensity(Middle(to), deviation);
      for (int from = 0; from < kCells && !is_new_; ++from) {
        sum += density_[static_cast<size_t>(from)] * width_ *
               NormalDensity((to - from) * width_, deviation);
      }
    }
    density_ = std::move(next);
    is_new_ = false;
  }
  double Share() const {
    double sum = 0;
    for (const double density : density_) sum += density * width_;
    return sum;
  }

 private:
  double Middle(int cell) const { return width_ * (cell + 0.5 - kCells / 2.0); }

  double width_;
  std::vector<double> density_;
  bool is_new_ = true;
};

/// Returns the chance that some look is beyond c.
double ChanceBeyond(std::span<const int> looks, double c) {
  Survivors survivors(c);
  int before = 0;
  for (const int look : looks) {
    survivors.Advance(static_cast<double>(look - before) / looks.back());
    before = look;
  }
  return 1 - survivors.Share();
}

}  // namespace

std::vector<double> GroupSequentialLevels(std::span<const int> looks, double alpha) {
  RAICHI_CHECK(!looks.empty());
  double low = 1, high = 6;
  for (int i = 0; i < 30; ++i) {
    const double c = (low + high) / 2;
    (ChanceBeyond(looks, c) > alpha ? low : high) = c;
  }
  std::vector<double> levels;
  for (const int look : looks) {
    levels.push_back(NormalTwoSidedP(high / std::sqrt(static_cast<double>(look) / looks.back())));
  }
  return levels;
}

Interval WilsonInterval(double share, double count) {
  const double z = NormalHalfWidth(0.95), zz = z * z / count;
  const double middle = (share + zz / 2) / (1 + zz);
  const double half = z * std::sqrt(share * (1 - share) / count + zz / (4 * count)) / (1 + zz);
  return {std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

Interval PercentileInterval(double level, std::vector<double>* values) {
  RAICHI_CHECK(!values->empty());
  std::sort(values->begin(), values->end());
  const double left_out = (1 - level) / 2 * static_cast<double>(values->size());
  const auto low = static_cast<size_t>(std::floor(left_out));
  return {(*values)[low], (*values)[values->size() - 1 - low]};
}

std::vector<double> HolmAdjust(std::span<const double> p) {
  std::vector<size_t> order(p.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [p](size_t a, size_t b) { return p[a] < p[b]; });
  std::vector<double> adjusted(p.size());
  double least = 0;  // A larger p is never adjusted to less than a smaller one.
  for (size_t i = 0; i < order.size(); ++i) {
    least = std::max(least, static_cast<double>(order.size() - i) * p[order[i]]);
    adjusted[order[i]] = std::min(1.0, least);
  }
  return adjusted;
}

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
