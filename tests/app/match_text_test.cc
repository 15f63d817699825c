#include "app/matches/match_text.h"

#include <gtest/gtest.h>

#include <limits>

#include "selfplay/ratings/elo_text.h"

namespace raichi {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(DescribeEloTest, IsAnEstimateWithItsInterval) {
  EXPECT_EQ(DescribeElo({.elo = 12.4, .low = -3.2, .high = 27.6}),
            "elo +12, 95 % interval -3 to +28");
  EXPECT_EQ(DescribeElo({.elo = -0.3, .low = -0.4, .high = 0.4}), "elo +0, 95 % interval +0 to +0");
}

TEST(DescribeEloTest, WithoutALossOrAWinItIsABound) {
  EXPECT_EQ(DescribeElo({.elo = kInfinity, .low = 190.6, .high = kInfinity}),
            "elo at least +191 (95 %; all pairs won)");
  EXPECT_EQ(DescribeElo({.elo = -kInfinity, .low = -kInfinity, .high = -190.6}),
            "elo at most -191 (95 %; all pairs lost)");
}

TEST(WholeEloTest, HasNoMinusZero) {
  EXPECT_FALSE(std::signbit(WholeElo(-0.4)));
  EXPECT_EQ(WholeElo(-0.6), -1);
  EXPECT_EQ(WholeElo(0.5), 1);
}

}  // namespace
}  // namespace raichi
