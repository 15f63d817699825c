#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "base/rng.h"
#include "stats/balance/intervals.h"

namespace raichi {
namespace {

TEST(StudentTest, HasTheQuantilesOfTheTables) {
  EXPECT_NEAR(StudentHalfWidth(0.95, 1), 12.7062, 1e-4);
  EXPECT_NEAR(StudentHalfWidth(0.95, 2), 4.3027, 1e-4);
  EXPECT_NEAR(StudentHalfWidth(0.95, 3), 3.1824, 1e-4);
  EXPECT_NEAR(StudentHalfWidth(0.95, 4), 2.7764, 1e-4);
  EXPECT_NEAR(StudentHalfWidth(0.95, 30), 2.0423, 1e-4);
  EXPECT_NEAR(StudentHalfWidth(0.99, 5), 4.0321, 1e-4);
  EXPECT_NEAR(NormalHalfWidth(0.95), 1.959964, 1e-6);
}

TEST(StudentTest, HasTheChancesOfTheTables) {
  EXPECT_NEAR(StudentTwoSidedP(1, 1), 0.5, 1e-12);
  EXPECT_NEAR(StudentTwoSidedP(-4.6041, 4), 0.01, 1e-6);
  EXPECT_NEAR(StudentTwoSidedP(2.5706, 5), 0.05, 1e-5);
  EXPECT_DOUBLE_EQ(StudentTwoSidedP(0, 7), 1);
  EXPECT_NEAR(NormalTwoSidedP(-1.959964), 0.05, 1e-6);
}

TEST(StudentTest, BecomesNormalWithManyDegreesOfFreedom) {
  for (const int degrees : {100000, 100001}) {
    EXPECT_NEAR(StudentTwoSidedP(2, degrees), NormalTwoSidedP(2), 1e-5);
  }
}

TEST(StudentTest, DegreesOfFreedomNeedNotBeWhole) {
  EXPECT_NEAR(StudentHalfWidth(0.95, 2.5), 3.5747, 1e-3);  // between 4.3027 and 3.1824
  EXPECT_NEAR(StudentHalfWidth(0.95, 33.7), 2.0329, 1e-3);
  EXPECT_DOUBLE_EQ(StudentTwoSidedP(2, std::numeric_limits<double>::infinity()),
                   NormalTwoSidedP(2));
  EXPECT_NEAR(StudentTwoSidedP(40, 20) / 1.45747e-20, 1, 1e-2);
}

/// The z of a level: half the width of the interval that leaves it out.
double ZOf(double level) { return NormalHalfWidth(1 - level); }

TEST(GroupSequential, OneLookIsAnOrdinaryTest) {
  EXPECT_NEAR(GroupSequentialLevels(std::array{12}, 0.05)[0], 0.05, 1e-4);
}

// Jennison and Turnbull (2000), table 2.3: the constants of O'Brien and Fleming's test, two-sided,
// alpha 0.05.
TEST(GroupSequential, TheConstantsAreThoseOfTheLiterature) {
  EXPECT_NEAR(ZOf(GroupSequentialLevels(std::array{1, 2}, 0.05)[1]), 1.977, 2e-3);
  EXPECT_NEAR(ZOf(GroupSequentialLevels(std::array{1, 2, 3, 4}, 0.05)[3]), 2.024, 2e-3);
  const std::vector<double> five = GroupSequentialLevels(std::array{10, 20, 30, 40, 50}, 0.05);
  EXPECT_NEAR(ZOf(five[4]), 2.040, 2e-3);
  EXPECT_NEAR(ZOf(five[0]), 2.040 * std::sqrt(5), 5e-3);
}

TEST(GroupSequential, LooksThatFindNothingKeepTheirLevel) {
  const std::array<int, 4> looks = {7, 14, 28, 36};
  const std::vector<double> levels = GroupSequentialLevels(looks, 0.05);
  Rng rng(1);
  const auto normal = [&] {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += rng.Uniform();
    return sum;
  };
  constexpr int kTrials = 40000;
  int decided = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    double sum = 0;
    bool is_decided = false;
    for (int seed = 1, look = 0; seed <= 36; ++seed) {
      sum += normal();
      if (seed != looks[static_cast<size_t>(look)]) continue;
      is_decided |= NormalTwoSidedP(sum / std::sqrt(seed)) < levels[static_cast<size_t>(look)];
      ++look;
    }
    decided += is_decided ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(decided) / kTrials, 0.05, 0.005);
}

}  // namespace
}  // namespace raichi
