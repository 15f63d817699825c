#include "stats/balance/contrast.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <unsupported/Eigen/SpecialFunctions>

#include "base/error.h"
#include "stats/balance/intervals.h"

namespace raichi {
namespace {

double Trigamma(double x) { return Eigen::numext::polygamma(1.0, x); }

/// Returns the x with trigamma(x) = y > 0 (Newton's method for 1 / trigamma: Smyth 2004, appendix).
double TrigammaInverse(double y) {
  double x = 0.5 + 1 / y;
  for (int i = 0; i < 50; ++i) {
    const double value = Trigamma(x);
    const double step = value * (1 - value / y) / Eigen::numext::polygamma(2.0, x);
    x += step;
    if (std::abs(step) < 1e-8 * x) break;
  }
  return x;
}

double SumOfSquares(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return sum;
}

double DegreesOf(const LogitMean& mean) { return static_cast<double>(mean.influence.size()) - 1; }

/// S^2 of a cell with several seeds.
double MeanSquare(const LogitMean& mean) { return SumOfSquares(mean.influence) / DegreesOf(mean); }

/// Returns b: the sum over the cells of (S^2 - e - b) / (b + e)^2 changes its sign there.
double CommonVariance(std::span<const LogitMean* const> cells) {
  const auto excess = [cells](double b) {
    double sum = 0;
    for (const LogitMean* cell : cells) {
      const double expected = b + cell->influence_variance;
      sum += (MeanSquare(*cell) - expected) / (expected * expected);
    }
    return sum;
  };
  double low = 0, high = 1;
  while (excess(high) > 0) high *= 2;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (excess(middle) > 0 ? low : high) = middle;
  }
  return low;
}

/// Returns the variance of the logarithms of S^2 relative to its expectation, less that of cells
/// that all have the same B.
double ExcessOfLogs(std::span<const LogitMean* const> cells, double b) {
  double sum = 0, squares = 0;
  for (const LogitMean* cell : cells) {
    const double log = std::log(MeanSquare(*cell) / (b + cell->influence_variance));
    sum += log;
    squares += log * log;
  }
  const auto count = static_cast<double>(cells.size());
  return (squares - sum * sum / count) / (count - 1) - Trigamma(DegreesOf(*cells.front()) / 2);
}

/// Returns the mean squared correlation of the influences of two cells, at least 0.
double MeanSquaredCorrelation(std::span<const LogitMean* const> cells) {
  double sum = 0, pairs = 0;
  const double degrees = DegreesOf(*cells.front());
  for (size_t i = 0; i < cells.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      double product = 0;
      for (size_t k = 0; k < cells[i]->influence.size(); ++k) {
        product += cells[i]->influence[k] * cells[j]->influence[k];
      }
      const double r = product / degrees / std::sqrt(MeanSquare(*cells[i]) * MeanSquare(*cells[j]));
      sum += degrees > 1 ? r * r : r;  // two seeds always agree or differ wholly
      ++pairs;
    }
  }
  const double by_chance = degrees > 1 ? 1 / degrees : 0;
  return std::max(0.0, (sum / pairs - by_chance) / (1 - by_chance));
}

}  // namespace

SeedPrior PoolSeeds(std::span<const LogitMean> cells) {
  constexpr double kLeast = 1e-9;  // less is rounding: all games have the same result
  std::vector<const LogitMean*> known;
  for (const LogitMean& cell : cells) {
    if (cell.influence.size() > 1 && MeanSquare(cell) > kLeast) known.push_back(&cell);
  }
  if (known.size() < 2) return {};
  const auto count = static_cast<double>(known.size());
  const double b = CommonVariance(known), excess = ExcessOfLogs(known, b);
  const double degrees = DegreesOf(*known.front());
  const double others =
      degrees * count / (1 + (count - 1) * MeanSquaredCorrelation(known)) - degrees;
  return {b, excess > 0 ? std::min(others, 2 * TrigammaInverse(excess)) : others};
}

LogitMean WeightedSum(std::span<const LogitMean> cells, std::span<const double> weights) {
  RAICHI_CHECK(!cells.empty() && cells.size() == weights.size());
  LogitMean sum{.influence = std::vector<double>(cells[0].influence.size())};
  const auto add_squares = [&sum](const LogitMean& of, double factor) {
    const double degrees = std::max(1.0, DegreesOf(sum));
    for (const auto& [opening, effects] : of.shared) {
      sum.games_variance += factor * effects[0] * effects[0];
      sum.influence_variance += factor * SumOfSquares(std::span(effects).subspan(1)) / degrees;
    }
  };
  for (size_t c = 0; c < cells.size(); ++c) {
    RAICHI_CHECK(cells[c].influence.size() == sum.influence.size());
    const double weight = weights[c], square = weight * weight;
    sum.mean += weight * cells[c].mean;
    sum.games_variance += square * cells[c].games_variance;
    sum.influence_variance += square * cells[c].influence_variance;
    add_squares(cells[c], -square);
    if (weight != 0) sum.games_degrees = std::min(sum.games_degrees, cells[c].games_degrees);
    for (size_t k = 0; k < sum.influence.size(); ++k) {
      sum.influence[k] += weight * cells[c].influence[k];
    }
    for (const auto& [opening, effects] : cells[c].shared) {
      std::vector<double>& of_sum = sum.shared[opening];
      of_sum.resize(effects.size());
      for (size_t i = 0; i < effects.size(); ++i) of_sum[i] += weight * effects[i];
    }
  }
  add_squares(sum, 1);
  return sum;
}

namespace {

/// S~^2 of a mean with several seeds.
double ModeratedSquare(const LogitMean& mean, const SeedPrior& prior) {
  const double degrees = DegreesOf(mean);
  return (prior.degrees * (prior.between + mean.influence_variance) + degrees * MeanSquare(mean)) /
         (prior.degrees + degrees);
}

/// The variance of a standard normal variable that is cut off below -z.
double CutVariance(double z) {
  const double density = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
  const double below = NormalTwoSidedP(z) / 2;
  const double mean = density - z * below;
  return 1 - below - z * density + z * z * below - mean * mean;
}

/// The degrees of freedom of the squared error of a mean with several seeds.
double DegreesOfError(const LogitMean& mean, const SeedPrior& prior, double squared_error) {
  const double own = DegreesOf(mean), all = prior.degrees + own;
  const auto seeds = static_cast<double>(mean.influence.size());
  const double uncertain = ModeratedSquare(mean, prior) / seeds;
  if (uncertain == 0) return all;
  const double share = std::min(1.0, squared_error / uncertain);
  const double above_least =
      VarianceBetweenSeeds(mean, prior) / seeds / (uncertain * std::sqrt(2 / all));
  return std::clamp(all * share * share / CutVariance(above_least), own, all);
}

}  // namespace

double VarianceBetweenSeeds(const LogitMean& mean, const SeedPrior& prior) {
  if (mean.influence.size() < 2) return 0;
  return std::max(0.0, ModeratedSquare(mean, prior) - mean.influence_variance);
}

Contrast IntervalOf(const LogitMean& mean, const SeedPrior& prior, double level) {
  const auto seeds = static_cast<double>(mean.influence.size());
  const double square = mean.games_variance + VarianceBetweenSeeds(mean, prior) / seeds;
  const double error = std::sqrt(square);
  double degrees = mean.games_degrees;
  if (seeds > 1) degrees = std::min(degrees, DegreesOfError(mean, prior, square));
  const double half = error * StudentHalfWidth(level, degrees);
  Contrast contrast{.value = mean.mean, .low = mean.mean - half, .high = mean.mean + half};
  if (error == 0) {
    contrast.p = mean.mean == 0 ? 1 : 0;
  } else {
    contrast.p = StudentTwoSidedP(mean.mean / error, degrees);
  }
  return contrast;
}

Contrast Combine(std::span<const LogitMean> cells, std::span<const double> weights,
                 const SeedPrior& prior, double level) {
  return IntervalOf(WeightedSum(cells, weights), prior, level);
}

}  // namespace raichi
