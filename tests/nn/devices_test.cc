#include "nn/backend/devices.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "tests/nn/fake_backend.h"

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
  EXPECT_EQ(ExactDevice("auto", 0), "cpu");
  EXPECT_EQ(ExactDevice("cpu", 2), "cpu");
  EXPECT_EQ(ExactDevice("auto", 2), "cuda:0");
  EXPECT_EQ(ExactDevice("cuda", 2), "cuda:0");
  EXPECT_EQ(ExactDevice("cuda:1", 2), "cuda:1");
}

TEST(Devices, OneThatIsNotThereIsRefusedWithThoseThatAre) {
  const auto message = [](const std::string& text) {
    return ThrowsMessage<UsageError>(HasSubstr(text));
  };
  EXPECT_THAT([] { ExactDevice("cuda:7", 2); }, message("`cuda:7`: there are 2 GPUs, cuda:0 to"));
  EXPECT_THAT([] { ExactDevice("cuda:256", 1); }, message("there is one GPU, cuda:0"));
  EXPECT_THAT([] { ExactDevice("cuda:0", 0); }, message("finds no GPU"));
  EXPECT_THAT([] { ExactDevice("cuda:x", 1); }, message("cuda:x"));
  EXPECT_THAT([] { ExactDevice("tpu", 1); },
              message("expected auto, cpu, libtorch, cuda or cuda:N"));
}

TEST(Devices, APrecisionMustBeOneThatTheDeviceComputes) {
  const FakeBackend backend(1);
  EXPECT_EQ(ExactPrecision("auto", "cpu"), "f32");
  EXPECT_EQ(ExactPrecision("auto", "cuda:0"), "bf16");
  EXPECT_EQ(ExactPrecision("f16", "cuda:0"), "f16");
  EXPECT_THROW(ExactPrecision("bf16", "cpu"), UsageError);
  EXPECT_THROW(ExactPrecision("f16", "cpu"), UsageError);
  EXPECT_THROW(CheckDevice("cuda:1", "f32"), UsageError);
  EXPECT_THROW(CheckDevice("cpu", "f64"), UsageError);
}

TEST(Devices, GpusAreNamedAndCounted) {
  const FakeBackend backend(2);
  EXPECT_EQ(GpuName("cpu"), "");
  EXPECT_EQ(GpuName("cuda:1"), "Fake 1");
  EXPECT_EQ(GpuName("auto"), "2 x Fake 0");
  EXPECT_THROW(GpuName("abacus"), UsageError);
}

TEST(Devices, LibTorchOnTheProcessorComputesInF32) {
  const FakeBackend backend(1);
  EXPECT_EQ(ExactDevice("libtorch", 1), "libtorch");
  EXPECT_EQ(GpuName("libtorch"), "");
  CheckDevice("libtorch", "f32");
  EXPECT_THROW(CheckDevice("libtorch", "bf16"), UsageError);
}

}  // namespace
}  // namespace raichi
