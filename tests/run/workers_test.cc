#include "run/config/workers.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "console/machine.h"
#include "nn/backend/devices.h"

namespace raichi {
namespace {

TEST(CountWorkers, IsWhatIsAskedForOrOnePerCoreAndAtLeastOnePerGpu) {
  EXPECT_EQ(CountWorkers({.workers = 3, .device = "cpu"}), 3);
  EXPECT_EQ(CountWorkers({.workers = 0, .device = "cpu"}), CountCores());
  EXPECT_EQ(CountWorkers({.workers = 0, .device = "cuda:1"}), CountCores());
  EXPECT_EQ(CountWorkers({.workers = 0, .device = "auto"}), std::max(CountCores(), CountGpus()));
}

}  // namespace
}  // namespace raichi
