#include "nn/backend/devices.h"

#include <gmock/gmock.h>

#include "nn/network/tensors.h"
#include "rules/error.h"

namespace raichi {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

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

TEST(Devices, AutoIsTheFirstGpuIfThereIsOne) {
  EXPECT_EQ(ParseDevice("auto", 0), at::Device(at::kCPU));
  EXPECT_EQ(ParseDevice("cpu", 2), at::Device(at::kCPU));
  EXPECT_EQ(ParseDevice("auto", 2), at::Device(at::kCUDA, 0));
  EXPECT_EQ(ParseDevice("cuda", 2), at::Device(at::kCUDA, 0));
  EXPECT_EQ(ParseDevice("cuda:1", 2), at::Device(at::kCUDA, 1));
}

TEST(Devices, OneThatIsNotThereIsRefusedWithThoseThatAre) {
  const auto message = [](const std::string& text) {
    return ThrowsMessage<UsageError>(HasSubstr(text));
  };
  EXPECT_THAT([] { ParseDevice("cuda:7", 2); }, message("`cuda:7`: there are 2 GPUs, cuda:0 to"));
  EXPECT_THAT([] { ParseDevice("cuda:256", 1); }, message("there is one GPU, cuda:0"));
  EXPECT_THAT([] { ParseDevice("cuda:0", 0); }, message("finds no GPU"));
  EXPECT_THAT([] { ParseDevice("cuda:x", 1); }, message("cuda:x"));
  EXPECT_THAT([] { ParseDevice("tpu", 1); }, message("expected auto, cpu, cuda or cuda:N"));
}

}  // namespace
}  // namespace raichi
