#include <gtest/gtest.h>

#include "app/engine/move_time.h"

namespace raichi {
namespace {

// Of 300 s a twentieth is kept in reserve, which leaves 285 s; 60 plies are 30 moves.
TEST(EngineClock, SharesWhatRemainsEvenly) {
  EXPECT_NEAR(PlanSeconds({.remaining = 300, .plies_left = 60}), 285.0 / 30, 1e-9);
  EXPECT_NEAR(PlanSeconds({.remaining = 300}), 285.0 / 30, 1e-9);  // as many moves are expected
  EXPECT_NEAR(PlanSeconds({.remaining = 300, .plies_left = 61}), 285.0 / 31, 1e-9);
}

TEST(EngineClock, NeitherFewNorManyMovesAreTrusted) {
  EXPECT_NEAR(PlanSeconds({.remaining = 300, .plies_left = 2}), 285.0 / 10, 1e-9);
  EXPECT_NEAR(PlanSeconds({.remaining = 300, .plies_left = 500}), 285.0 / 40, 1e-9);
}

TEST(EngineClock, MovesToGoAreSaid) {
  EXPECT_NEAR(PlanSeconds({.remaining = 100, .moves_to_go = 19, .plies_left = 60}), 5, 1e-9);
  EXPECT_NEAR(PlanSeconds({.remaining = 100, .moves_to_go = 1}), 95, 1e-9);
}

TEST(EngineClock, MostOfTheIncrementIsSpentAtOnce) {
  EXPECT_NEAR(PlanSeconds({.remaining = 300, .increment = 4}), 9.5 + 3, 1e-9);
}

// Half of 4 s less 0.2 s, whatever the increment.
TEST(EngineClock, NeverMoreThanHalfOfWhatRemains) {
  EXPECT_NEAR(PlanSeconds({.remaining = 4, .increment = 60}), 1.9, 1e-9);
}

TEST(EngineClock, InTimeTroubleTheMarginIsKept) {
  EXPECT_NEAR(PlanSeconds({.remaining = 0.4}, 0.1), 0.3 / 30, 1e-9);
  EXPECT_EQ(PlanSeconds({.remaining = 0.1}, 0.1), 0);
  EXPECT_EQ(PlanSeconds({.remaining = 0.05, .moves_to_go = 1}, 0.1), 0);
  EXPECT_EQ(PlanSeconds({.remaining = 0, .increment = 10}, 0.1), 0);
}

TEST(EngineClock, OfALimitAtLeastHalfIsUsed) {
  EXPECT_DOUBLE_EQ(SecondsWithin(5, 0.5), 4.5);
  EXPECT_DOUBLE_EQ(SecondsWithin(0.4, 0.5), 0.2);
  EXPECT_DOUBLE_EQ(SecondsWithin(0, 0.5), 0);
}

TEST(EngineClock, AStrictMarginIsASecondOrATwentieth) {
  EXPECT_DOUBLE_EQ(StrictMargin(3), 1);
  EXPECT_DOUBLE_EQ(StrictMargin(60), 3);
}

}  // namespace
}  // namespace raichi
