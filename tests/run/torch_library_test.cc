#include <gmock/gmock.h>

#include "base/error.h"
#include "nn/backend/loader.h"
#include "nn/backend/model_export.h"
#include "nn/backend/network_evaluator.h"
#include "tests/selfplay/games.h"

namespace raichi {
namespace {

using testing::HasSubstr;

/// Uses libraichi_torch.so itself, as the program does. Other C++ tests use a fake backend or link
/// LibTorch directly.
class TorchLibraryTest : public testing::Test {
 protected:
  void SetUp() override {
    if (LibTorchVersion().empty()) GTEST_SKIP() << "built without LibTorch";
  }

  const TemporaryFolder folder_;
};

TEST_F(TorchLibraryTest, ErrorsThatItThrowsAreCaughtByTheirType) {
  WriteBytes(folder_ / "export", "no weights");
  EXPECT_THAT(ErrorOf([&] { TheBackend().OpenExportedNetwork(folder_ / "export"); }),
              HasSubstr((folder_ / "export").string() + ": "));
}

TEST_F(TorchLibraryTest, ErrorsThatPassThroughItAreCaughtByTheirType) {
  WriteBytes(folder_ / "model.raichi", "junk");
  EXPECT_THROW(TheBackend().ExportBytes(folder_.path(), {}), DamagedError);
  EXPECT_THROW(TheBackend().ExportBytes(folder_ / "none", {}), ReadError);
}

}  // namespace
}  // namespace raichi
