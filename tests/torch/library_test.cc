#include "nn/backend/library.h"

#include <gmock/gmock.h>

#include "nn/backend/devices.h"
#include "rules/error.h"

namespace raichi {
namespace {

TEST(Library, SaysItsVersion) {
  EXPECT_THAT(LibTorchVersion(), testing::MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+.*"));
}

TEST(Library, NamesTheGpusThatADeviceStandsFor) {
  EXPECT_EQ(GpuName("cpu"), "");
  EXPECT_EQ(GpuName("auto").empty(), CountGpus() == 0);
  EXPECT_THROW(GpuName("abacus"), UsageError);
}

}  // namespace
}  // namespace raichi
