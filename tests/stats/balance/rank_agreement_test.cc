#include <gtest/gtest.h>

#include <cmath>

#include "stats/balance/effects.h"
#include "tests/stats/balance/simulated_study.h"

namespace raichi {
namespace {

TEST(RankAgreementTest, TauOfExamplesByHand) {
  // Of ten pairs, 4-3 and 5-2 (against their neighbours) are out of order: (7 - 3) / 10.
  EXPECT_DOUBLE_EQ(
      KendallTau(std::vector<double>{1, 2, 3, 4, 5}, std::vector<double>{1, 2, 4, 5, 3}), 0.6);
  EXPECT_DOUBLE_EQ(KendallTau(std::vector<double>{1, 2, 3}, std::vector<double>{9, 7, 4}), -1);
  // One tie in the first list: two of three pairs differ there, all of them in the second.
  EXPECT_DOUBLE_EQ(KendallTau(std::vector<double>{1, 1, 2}, std::vector<double>{1, 2, 3}),
                   2 / std::sqrt(6));
  EXPECT_EQ(KendallTau(std::vector<double>{1, 1}, std::vector<double>{1, 2}), 0);
}

std::vector<UncertainValue> SpacedValues(double deviation, int count = 6) {
  std::vector<UncertainValue> values;
  for (int i = 0; i < count; ++i) values.push_back({static_cast<double>(i), deviation});
  return values;
}

TEST(RankAgreementTest, CertainValuesHaveACertainOrder) {
  const RankAgreement agreement = AgreeInRank(SpacedValues(0.01), SpacedValues(0.01));
  EXPECT_EQ(agreement.tau, 1);
  EXPECT_EQ(agreement.low, 1);
  EXPECT_EQ(agreement.high, 1);
}

TEST(RankAgreementTest, UncertainValuesWidenTheInterval) {
  const RankAgreement agreement = AgreeInRank(SpacedValues(2), SpacedValues(2));
  EXPECT_EQ(agreement.tau, 1);
  EXPECT_EQ(agreement.high, 1);
  EXPECT_LT(agreement.low, 0.3);
  EXPECT_LT(AgreeInRank(SpacedValues(4), SpacedValues(4)).low, agreement.low);
}

TEST(RankAgreementTest, TheSameSeedGivesTheSameInterval) {
  EXPECT_EQ(AgreeInRank(SpacedValues(1), SpacedValues(2), {.seed = 3}).low,
            AgreeInRank(SpacedValues(1), SpacedValues(2), {.seed = 3}).low);
}

TEST(RankAgreementTest, IntervalsCoverTheTruth) {
  Rng rng(1);
  const std::vector<double> a = {0, 1, 2, 3, 4, 5, 6, 7}, b = {1, 0, 3, 2, 4, 7, 6, 5};
  const double truth = KendallTau(a, b);
  int covered = 0;
  for (int i = 0; i < 200; ++i) {
    std::vector<UncertainValue> in_a, in_b;
    for (size_t k = 0; k < a.size(); ++k) {
      in_a.push_back({a[k] + 0.8 * DrawNormal(&rng), 0.8});
      in_b.push_back({b[k] + 0.8 * DrawNormal(&rng), 0.8});
    }
    const RankAgreement agreement = AgreeInRank(in_a, in_b, {.draws = 200});
    if (agreement.low <= truth && truth <= agreement.high) ++covered;
  }
  EXPECT_GE(covered, 184);
}

}  // namespace
}  // namespace raichi
