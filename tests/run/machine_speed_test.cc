#include "run/config/machine_speed.h"

#include <gmock/gmock.h>

namespace raichi {
namespace {

using testing::ElementsAre;

TEST(MachineSpeedTest, ASlowMachineIsToldWhatToExpectAndWhatHelps) {
  EXPECT_EQ(
      DescribeSpeed({.evaluations = 7'312, .samples = 350}, 8),
      "this machine evaluates 7,300 positions a second with a 4x32 network, a tenth of the one "
      "in the README (73,000): expect after 8 minutes about what that one reaches in 48 "
      "seconds; for what it reaches in 8 minutes begin another run with budget.minutes=80");
  EXPECT_EQ(DescribeSpeed({.evaluations = 33'000, .samples = 2'000}, 105),
            "this machine evaluates 33,000 positions a second with a 4x32 network, 0.45 times as "
            "many as the one in the README (73,000): expect after 105 minutes about what that one "
            "reaches in 47 minutes; for what it reaches in 105 minutes begin another run with "
            "budget.minutes=230");
}

TEST(MachineSpeedTest, AnEqualMachineIsToldSo) {
  for (const int64_t evaluations : {59'000, 73'000, 91'000}) {
    EXPECT_THAT(DescribeSpeed({.evaluations = evaluations, .samples = 1}, 8),
                testing::EndsWith(" positions a second with a 4x32 network, about as many as the "
                                  "one in the README (73,000)"));
  }
}

TEST(MachineSpeedTest, AFastMachineIsToldWhatToExpect) {
  EXPECT_EQ(DescribeSpeed({.evaluations = 2'190'000, .samples = 90'000}, 8),
            "this machine evaluates 2,200,000 positions a second with a 4x32 network, 30 times as "
            "many as the one in the README (73,000): expect after 8 minutes about what that one "
            "reaches in 4 hours");
}

TEST(MachineSpeedTest, WithoutABudgetOfTimeNoTimeIsNamed) {
  EXPECT_EQ(DescribeSpeed({.evaluations = 36'500, .samples = 350}, 0),
            "this machine evaluates 37,000 positions a second with a 4x32 network, half of the one "
            "in the README (73,000)");
}

TEST(MachineSpeedTest, BecomesChangesToAConfiguration) {
  EXPECT_FALSE(MachineSpeed().IsKnown());
  EXPECT_TRUE(kReadmeMachine.IsKnown());
  EXPECT_THAT(ToChanges({.evaluations = 5'100, .samples = 350}),
              ElementsAre("machine.evaluations=5100", "machine.samples=350"));
}

}  // namespace
}  // namespace raichi
