#include "run/config/machine_speed.h"

#include <gmock/gmock.h>

namespace raichi {
namespace {

using testing::ElementsAre;

TEST(MachineSpeedTest, ASlowMachineIsToldWhatToExpectAndWhatHelps) {
  EXPECT_EQ(
      DescribeSpeed({.evaluations = 5'123, .samples = 350}, 8),
      "this machine evaluates 5,100 positions a second with a 4x32 network, a tenth of the one "
      "in the README (53,000): expect after 8 minutes about what that one reaches in 46 "
      "seconds; for what it reaches in 8 minutes begin another run with budget.minutes=83");
  EXPECT_EQ(DescribeSpeed({.evaluations = 33'000, .samples = 2'000}, 105),
            "this machine evaluates 33,000 positions a second with a 4x32 network, 0.62 times as "
            "many as the one in the README (53,000): expect after 105 minutes about what that one "
            "reaches in 65 minutes; for what it reaches in 105 minutes begin another run with "
            "budget.minutes=170");
}

TEST(MachineSpeedTest, AnEqualMachineIsToldSo) {
  for (const int64_t evaluations : {43'000, 53'000, 66'000}) {
    EXPECT_THAT(DescribeSpeed({.evaluations = evaluations, .samples = 1}, 8),
                testing::EndsWith(" positions a second with a 4x32 network, about as many as the "
                                  "one in the README (53,000)"));
  }
}

TEST(MachineSpeedTest, AFastMachineIsToldWhatToExpect) {
  EXPECT_EQ(DescribeSpeed({.evaluations = 1'590'000, .samples = 90'000}, 8),
            "this machine evaluates 1,600,000 positions a second with a 4x32 network, 30 times as "
            "many as the one in the README (53,000): expect after 8 minutes about what that one "
            "reaches in 4 hours");
}

TEST(MachineSpeedTest, WithoutABudgetOfTimeNoTimeIsNamed) {
  EXPECT_EQ(DescribeSpeed({.evaluations = 26'500, .samples = 350}, 0),
            "this machine evaluates 27,000 positions a second with a 4x32 network, half of the one "
            "in the README (53,000)");
}

TEST(MachineSpeedTest, BecomesChangesToAConfiguration) {
  EXPECT_FALSE(MachineSpeed().IsKnown());
  EXPECT_TRUE(kReadmeMachine.IsKnown());
  EXPECT_THAT(ToChanges({.evaluations = 5'100, .samples = 350}),
              ElementsAre("machine.evaluations=5100", "machine.samples=350"));
}

}  // namespace
}  // namespace raichi
