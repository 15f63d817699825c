#include "selfplay/balance/student.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace raichi
