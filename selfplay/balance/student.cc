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

}  // namespace raichi
