#include "stats/balance/effects.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "base/error.h"
#include "base/numbers.h"
#include "base/rng.h"
#include "stats/ratings/eigen.h"

namespace raichi {
namespace {

/// The factors of each column of the model: none for the intercept, then one, then two.
std::vector<std::vector<size_t>> ColumnsFor(size_t factors) {
  std::vector<std::vector<size_t>> columns = {{}};
  for (size_t i = 0; i < factors; ++i) columns.push_back({i});
  for (size_t i = 0; i < factors; ++i) {
    for (size_t j = i + 1; j < factors; ++j) columns.push_back({i, j});
  }
  return columns;
}

Eigen::MatrixXd Design(std::span<const FactorialCell> cells,
                       const std::vector<std::vector<size_t>>& columns) {
  Eigen::MatrixXd design(static_cast<Eigen::Index>(cells.size()),
                         static_cast<Eigen::Index>(columns.size()));
  for (Eigen::Index row = 0; row < design.rows(); ++row) {
    const std::vector<int>& levels = cells[static_cast<size_t>(row)].levels;
    RAICHI_CHECK(levels.size() == cells[0].levels.size());
    for (const int level : levels) RAICHI_CHECK(level == 1 || level == -1);
    for (Eigen::Index column = 0; column < design.cols(); ++column) {
      int sign = 1;
      for (const size_t factor : columns[static_cast<size_t>(column)]) sign *= levels[factor];
      design(row, column) = sign;
    }
  }
  return design;
}

}  // namespace

std::vector<FactorialEffect> EstimateEffects(std::span<const FactorialCell> cells) {
  RAICHI_CHECK(!cells.empty());
  const std::vector<std::vector<size_t>> columns = ColumnsFor(cells[0].levels.size());
  const Eigen::MatrixXd design = Design(cells, columns);
  // Its rows are the weights of the cells in the coefficients of the model.
  const Eigen::MatrixXd inverse = design.completeOrthogonalDecomposition().pseudoInverse();
  // A coefficient is determined if its row of this matrix is that of the identity. The matrix is a
  // projection, so a 1 on the diagonal says so.
  const Eigen::VectorXd resolved = (inverse * design).diagonal();
  std::vector<LogitMean> logits;
  for (const FactorialCell& cell : cells) logits.push_back(cell.logit);
  std::vector<FactorialEffect> effects;
  std::vector<LogitMean> sums;
  for (size_t column = 1; column < columns.size(); ++column) {
    const auto row = static_cast<Eigen::Index>(column);
    if (resolved[row] < 1 - 1e-6) continue;
    // A coefficient is the difference to the middle of both levels, half of the effect.
    const Eigen::VectorXd weights = 2 * inverse.row(row);
    effects.push_back({columns[column], {}});
    sums.push_back(WeightedSum(logits, std::vector<double>(weights.begin(), weights.end())));
  }
  const SeedPrior prior = PoolSeeds(sums);
  for (size_t i = 0; i < sums.size(); ++i) effects[i].contrast = IntervalOf(sums[i], prior);
  return effects;
}

namespace {

int SignOf(double x) { return (x > 0) - (x < 0); }

std::vector<double> ValuesOf(std::span<const UncertainValue> estimates) {
  std::vector<double> values;
  for (const UncertainValue& one : estimates) values.push_back(one.value);
  return values;
}

std::vector<double> DrawValues(std::span<const UncertainValue> estimates, Rng* rng) {
  std::vector<double> values;
  for (const UncertainValue& one : estimates) {
    values.push_back(one.value + one.deviation * SampleNormal(rng));
  }
  return values;
}

}  // namespace

double KendallTau(std::span<const double> a, std::span<const double> b) {
  RAICHI_CHECK(a.size() == b.size());
  double agreeing = 0, different_a = 0, different_b = 0;  // Numbers of pairs.
  for (size_t i = 0; i < a.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      const int in_a = SignOf(a[i] - a[j]), in_b = SignOf(b[i] - b[j]);
      agreeing += in_a * in_b;
      different_a += in_a * in_a;
      different_b += in_b * in_b;
    }
  }
  if (different_a == 0 || different_b == 0) return 0;
  return agreeing / std::sqrt(different_a * different_b);
}

RankAgreement AgreeInRank(std::span<const UncertainValue> a, std::span<const UncertainValue> b,
                          const BootstrapSettings& settings) {
  RAICHI_CHECK(settings.draws > 0);
  const double tau = KendallTau(ValuesOf(a), ValuesOf(b));
  Rng rng(settings.seed);
  std::vector<double> taus;
  for (int draw = 0; draw < settings.draws; ++draw) {
    const std::vector<double> drawn = DrawValues(a, &rng);
    taus.push_back(KendallTau(drawn, DrawValues(b, &rng)));
  }
  const Interval drawn = PercentileInterval(settings.level, &taus);
  return {.tau = tau,
          .low = std::max(-1.0, std::min(drawn.low, 2 * tau - drawn.high)),
          .high = std::min(1.0, std::max(drawn.high, 2 * tau - drawn.low))};
}

}  // namespace raichi
