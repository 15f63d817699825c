#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "base/process.h"
#include "run/config/auto_values.h"
#include "tests/nn/fake_backend.h"

namespace raichi {
namespace {

TEST(CountWorkers, IsWhatIsAskedForOrOnePerCoreOrTwoForAGpu) {
  const FakeBackend gpus(3);
  EXPECT_EQ(CountWorkers({.workers = 3, .device = "cpu"}), 3);
  EXPECT_EQ(CountWorkers({.workers = 0, .device = "cpu"}), CountCores());
  EXPECT_EQ(CountWorkers({.workers = 0, .device = "cuda:1"}), 2 * CountCores());
  EXPECT_EQ(CountWorkers({.workers = 0, .device = "auto"}), std::max(2 * CountCores(), 3));
}

TEST(TeamSize, FillsABatchButLeavesTwoTeamsForEachGpu) {
  const auto team = [](int workers, int slots, const std::string& device, int asked = 0) {
    return TeamSize({.workers = workers, .team = asked, .slots = slots, .device = device});
  };
  EXPECT_EQ(team(32, 64, "auto"), 1) << "no GPU";
  {
    const FakeBackend gpu(1);
    EXPECT_EQ(team(32, 256, "auto"), 4);
    EXPECT_EQ(team(32, 300, "auto"), 4);
    EXPECT_EQ(team(32, 64, "auto"), 16);
    EXPECT_EQ(team(32, 16, "auto"), 16);
    EXPECT_EQ(team(1, 64, "auto"), 1);
    EXPECT_EQ(team(32, 256, "cpu"), 1);
    EXPECT_EQ(team(32, 256, "cuda", 3), 3);
  }
  const FakeBackend gpus(4);
  EXPECT_EQ(team(32, 64, "auto"), 4);
  EXPECT_EQ(team(32, 64, "cuda:2"), 16);
}

}  // namespace
}  // namespace raichi
