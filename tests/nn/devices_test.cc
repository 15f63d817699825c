#include "nn/devices.h"

#include <gtest/gtest.h>

namespace raichi {
namespace {

TEST(Devices, WorkersTakeTheGpusInTurn) {
  EXPECT_EQ(DeviceOfWorker("auto", 0, 2), "cuda:0");
  EXPECT_EQ(DeviceOfWorker("auto", 1, 2), "cuda:1");
  EXPECT_EQ(DeviceOfWorker("cuda", 4, 3), "cuda:1");
}

TEST(Devices, ADeviceThatIsNamedIsTaken) {
  EXPECT_EQ(DeviceOfWorker("cuda:1", 5, 2), "cuda:1");
  EXPECT_EQ(DeviceOfWorker("cpu", 5, 2), "cpu");
  EXPECT_EQ(DeviceOfWorker("auto", 5, 0), "auto");
}

}  // namespace
}  // namespace raichi
