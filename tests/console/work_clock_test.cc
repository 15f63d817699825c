#include <gmock/gmock.h>

#include "console/output.h"

namespace raichi {
namespace {

TEST(WorkClock, TimeLeftFollowsFromTheTimePerUnit) {
  EXPECT_EQ(DescribeTimeLeft(60, 0.25), ", about 3:00 left");
  EXPECT_EQ(DescribeTimeLeft(60, 1), ", about 0:01 left");
  EXPECT_EQ(DescribeTimeLeft(60, 1.5), ", about 0:01 left");
  EXPECT_EQ(DescribeTimeLeft(5, 0), ", working for 0:05");
  EXPECT_EQ(DescribeTimeLeft(5, 0.009), ", working for 0:05");
  EXPECT_EQ(DescribeTimeLeft(18, 0.009), ", about 33:02 left");
}

TEST(WorkClock, CountsFinishedParts) {
  WorkClock clock(10);
  EXPECT_THAT(clock.TimeLeft(0), testing::StartsWith(", working for 0:0"));
  clock.Finish(9);
  EXPECT_THAT(clock.TimeLeft(1), testing::StartsWith(", about 0:01 left"));
}

}  // namespace
}  // namespace raichi
