#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/numbers.h"
#include "stats/balance/logit_mean.h"
#include "tests/stats/balance/simulated_study.h"

namespace raichi {
namespace {

const double kNoPrior = std::numeric_limits<double>::infinity();

/// Rows at x = -2, -1, 0, 1 and 2 with exactly the expected points of 0.4 - 0.7 x.
std::vector<LogisticRow> ExactRows(double games) {
  std::vector<LogisticRow> rows;
  for (const double x : {-2, -1, 0, 1, 2}) {
    rows.push_back({{1, x}, games * ChanceOfLogit(0.4 - 0.7 * x), games});
  }
  return rows;
}

TEST(LogisticFitTest, RecoversCoefficients) {
  const LogisticFit fit = FitLogistic(ExactRows(100), std::vector{kNoPrior, kNoPrior});
  EXPECT_NEAR(fit.coefficients[0], 0.4, 1e-9);
  EXPECT_NEAR(fit.coefficients[1], -0.7, 1e-9);
  EXPECT_DOUBLE_EQ(fit.dispersion, 1);
  const LogisticFit with_prior = FitLogistic(ExactRows(100), std::vector<double>{10, 10});
  EXPECT_NEAR(with_prior.coefficients[1], -0.7, 1e-3);
  EXPECT_NE(with_prior.coefficients[1], fit.coefficients[1]);
}

TEST(LogisticFitTest, TheCovarianceOfAnInterceptIsThatOfALogit) {
  const LogisticFit fit =
      FitLogistic(std::vector<LogisticRow>{{{1}, 60, 80}}, std::vector{kNoPrior});
  EXPECT_NEAR(fit.coefficients[0], std::log(3), 1e-9);
  EXPECT_NEAR(fit.covariance(0, 0), 1.0 / 60 + 1.0 / 20, 1e-9);
}

TEST(LogisticFitTest, APriorKeepsSeparableDataFinite) {
  const std::vector<LogisticRow> rows = {{{1, -1}, 0, 50}, {{1, 1}, 50, 50}};
  const LogisticFit fit = FitLogistic(rows, std::vector<double>{10, 10});
  EXPECT_NEAR(fit.coefficients[0], 0, 1e-9);
  EXPECT_GT(fit.coefficients[1], 4);
  EXPECT_LT(fit.coefficients[1], 10);
  EXPECT_GT(std::sqrt(fit.covariance(1, 1)), 1);
}

TEST(LogisticFitTest, OverdispersedRowsWidenTheCovariance) {
  std::vector<LogisticRow> rows;
  for (int i = 0; i < 40; ++i) rows.push_back({{1}, i % 2 == 0 ? 70.0 : 30.0, 100});
  const LogisticFit fit = FitLogistic(rows, std::vector{kNoPrior});
  // Each row is four deviations off: 40 * 16 over 39, shrunk by ten degrees of freedom.
  EXPECT_NEAR(fit.dispersion, (40 * 16 + 10) / 49.0, 1e-6);
  EXPECT_NEAR(fit.covariance(0, 0), fit.dispersion / (4000 * 0.25), 1e-9);
}

}  // namespace
}  // namespace raichi
