#include <gmock/gmock.h>

#include <array>
#include <map>

#include "selfplay/play/selfplay_config.h"
#include "tests/selfplay/games.h"

namespace raichi {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Key;

constexpr std::array<int, 6> kModels = {0, 1, 2, 4, 5, 6};

std::map<int, int> DrawMany(const PastModelsConfig& config, int model) {
  Rng rng(1);
  std::map<int, int> drawn;
  for (int i = 0; i < 600; ++i) {
    if (const auto past = DrawPastModel(config, kModels, model, &rng)) ++drawn[*past];
  }
  return drawn;
}

// Five models are earlier than 6; the newest ceil(2.5) of them are 2, 4 and 5.
TEST(DrawPastModel, IsUniformOverTheNewestShare) {
  const auto drawn = DrawMany({.fraction = 0.1f, .oldest = 0.5f}, 6);
  EXPECT_THAT(drawn, ElementsAre(Key(2), Key(4), Key(5)));
  for (const auto& [model, count] : drawn) EXPECT_NEAR(count, 200, 50);
  EXPECT_THAT(DrawMany({.fraction = 0.1f, .oldest = 1}, 2), ElementsAre(Key(0), Key(1)));
  EXPECT_THAT(DrawMany({.fraction = 0.1f, .oldest = 0.01f}, 6), ElementsAre(Key(5)));
}

TEST(DrawPastModel, IsNoneWithoutEarlierModelsOrShare) {
  EXPECT_TRUE(DrawMany({.fraction = 0.1f}, 0).empty());
  EXPECT_TRUE(DrawMany({.fraction = 0}, 6).empty());
}

TEST(SideOfPastModel, IsEachSideInTurnUnlessItIsFixed) {
  for (uint64_t game = 0; game < 4; ++game) {
    EXPECT_EQ(SideOfPastModel(PastSide::kAttackers, game), Side::kAttackers);
    EXPECT_EQ(SideOfPastModel(PastSide::kDefenders, game), Side::kDefenders);
    const Side turn = game % 2 == 0 ? Side::kAttackers : Side::kDefenders;
    EXPECT_EQ(SideOfPastModel(PastSide::kBoth, game), turn);
  }
}

TEST(PastModelsConfig, OnlyAFrozenModelMayPlayInAllGames) {
  const auto error = [](const PastModelsConfig& config) {
    return ErrorOf([&] { CheckConfig(config); });
  };
  EXPECT_EQ(error({.fraction = 1, .model = "models/linnaeus"}), "");
  EXPECT_EQ(error({.fraction = 0.99f}), "");
  EXPECT_THAT(error({.fraction = 1}), HasSubstr("selfplay.past_models.fraction"));
  EXPECT_THAT(error({.fraction = 0, .model = "models/linnaeus"}),
              HasSubstr("selfplay.past_models.fraction"));
}

}  // namespace
}  // namespace raichi
