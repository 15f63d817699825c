#include <gmock/gmock.h>

#include "base/files/output_file.h"
#include "run/config/config.h"
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

TEST(PinnedModelTest, APathMayBeAnyBytes) {
  const TemporaryFolder folder;
  const PinnedModel model{.word = "m\xe9", .path = "/m\xe9", .weights = "1f", .canvas = 9};
  SavePinnedModel(folder / "origin.json", model);
  EXPECT_EQ(LoadPinnedModel(folder / "origin.json"), model);
}

}  // namespace
}  // namespace raichi
