#include <gtest/gtest.h>

#include <cmath>

#include "stats/balance/intervals.h"
#include "tests/stats/balance/simulated_study.h"

namespace raichi {
namespace {

Eigen::Matrix2d Independent(double numerator, double denominator) {
  Eigen::Matrix2d covariance = Eigen::Matrix2d::Zero();
  covariance(0, 0) = numerator * numerator;
  covariance(1, 1) = denominator * denominator;
  return covariance;
}

TEST(FiellerTest, WithAKnownDenominatorIsTheNormalInterval) {
  const Ratio ratio = FiellerRatio(3, 2, Independent(0.5, 0));
  EXPECT_DOUBLE_EQ(ratio.value, 1.5);
  EXPECT_NEAR(ratio.low, 1.5 - 1.96 * 0.25, 1e-9);
  EXPECT_NEAR(ratio.high, 1.5 + 1.96 * 0.25, 1e-9);
}

TEST(FiellerTest, AnUncertainDenominatorLeavesItUnbounded) {
  const Ratio ratio = FiellerRatio(3, 1, Independent(0.5, 1));
  EXPECT_EQ(ratio.high, HUGE_VAL);
  // At the bound, the numerator less the bound times the denominator is just significant.
  EXPECT_NEAR((3 - ratio.low) / std::sqrt(0.25 + ratio.low * ratio.low), 1.96, 1e-9);
  const Ratio negative = FiellerRatio(-3, 1, Independent(0.5, 1));
  EXPECT_EQ(negative.low, -HUGE_VAL);
  EXPECT_NEAR(negative.high, -ratio.low, 1e-12);
  const Ratio neither = FiellerRatio(0.1, 1, Independent(0.5, 1));
  EXPECT_EQ(neither.low, -HUGE_VAL);
  EXPECT_EQ(neither.high, HUGE_VAL);
}

TEST(FiellerTest, ANegativeDenominatorGivesAnInfiniteRatio) {
  EXPECT_EQ(FiellerRatio(3, -1, Independent(0.5, 1)).value, HUGE_VAL);
  EXPECT_EQ(FiellerRatio(-3, -1, Independent(0.5, 0.1)).high, -HUGE_VAL);
}

TEST(FiellerTest, IntervalsCoverTheTruth) {
  Rng rng(1);
  for (const double denominator : {0.5, 1.0, 4.0}) {
    int covered = 0;
    for (int i = 0; i < 2000; ++i) {
      const Ratio ratio = FiellerRatio(0.7 + 0.5 * DrawNormal(&rng),
                                       denominator + 0.4 * DrawNormal(&rng), Independent(0.5, 0.4));
      if (ratio.low <= 0.7 / denominator && 0.7 / denominator <= ratio.high) ++covered;
    }
    EXPECT_GE(covered / 2000.0, 0.935);
    EXPECT_LE(covered / 2000.0, 0.98);
  }
}

}  // namespace
}  // namespace raichi
