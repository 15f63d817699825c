#include <gmock/gmock.h>

#include "base/error.h"
#include "nn/backend/backend.h"
#include "nn/backend/loader.h"
#include "nn/model/model.h"

namespace raichi {
namespace {

/// Uses libraichi_torch.so itself, as the program does. Other C++ tests use a fake backend or link
/// LibTorch directly.
class TorchLibraryTest : public testing::Test {
 protected:
  void SetUp() override {
    if (LibTorchVersion().empty()) GTEST_SKIP() << "built without LibTorch";
  }
};

TEST_F(TorchLibraryTest, ErrorsThatItThrowsAreCaughtByTheirType) {
  const Model model{.info = {.network = {.blocks = 0}}};
  EXPECT_THROW(TheBackend().MakeInference(model, {"libtorch", "f32"}, 1), UsageError);
}

}  // namespace
}  // namespace raichi
