#include "run/config/pinned_model.h"

#include <gmock/gmock.h>

#include "base/files/temporary.h"
#include "tests/selfplay/games.h"

namespace raichi {
namespace {

TEST(PinnedModelTest, IsReadAsItWasWritten) {
  const TemporaryFolder folder;
  EXPECT_FALSE(LoadPinnedModel(folder / "origin.json"));
  const PinnedModel model{.word = "models/x", .path = "/m/x", .weights = "1f", .canvas = 9};
  SavePinnedModel(folder / "origin.json", model);
  EXPECT_EQ(LoadPinnedModel(folder / "origin.json"), model);
}

TEST(PinnedModelTest, APathThatJsonCannotHoldIsAnError) {
  const TemporaryFolder folder;
  const auto save = [&] {
    SavePinnedModel(folder / "origin.json",
                    {.word = "m", .path = "/m\xe9", .weights = "1f", .canvas = 9});
  };
  EXPECT_THAT(ErrorOf(save), testing::HasSubstr("this path is not UTF-8"));
  EXPECT_FALSE(std::filesystem::exists(folder / "origin.json"));
}

}  // namespace
}  // namespace raichi
