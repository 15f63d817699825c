#include "selfplay/play/selfplay_config.h"

#include <gmock/gmock.h>

#include "tests/selfplay/games.h"

namespace raichi {
namespace {

using testing::HasSubstr;

TEST(SelfPlayConfigTest, NamesSenselessValues) {
  const auto error = [](auto change) {
    SelfPlayConfig config;
    change(&config);
    return ErrorOf([&] { CheckConfig(config); });
  };
  EXPECT_EQ(error([](SelfPlayConfig*) {}), "");
  EXPECT_THAT(error([](SelfPlayConfig* c) { c->full_visits = 0; }), HasSubstr("full_visits"));
  EXPECT_THAT(
      error([](SelfPlayConfig* c) { c->full_search_fraction = 1.5f; }),
      HasSubstr("selfplay.full_search_fraction: expected a number from 0.01 to 1, found 1.5"));
  EXPECT_THAT(error([](SelfPlayConfig* c) { c->resign_threshold = 0; }),
              HasSubstr("resign_threshold"));
  EXPECT_THAT(
      error([](SelfPlayConfig* c) { c->handicap.max_factor = 0.5f; }),
      HasSubstr("selfplay.handicap.max_factor: expected a number from 1 to 1000, found 0.5"));
  EXPECT_THAT(error([](SelfPlayConfig* c) { c->past_models.oldest = 0; }),
              HasSubstr("past_models.oldest"));
  EXPECT_THAT(error([](SelfPlayConfig* c) { c->max_plies = 40000; }), HasSubstr("max_plies"));
  EXPECT_THAT(error([](SelfPlayConfig* c) { c->opening_random_plies = 512; }),
              HasSubstr("opening_random_plies"));
}

}  // namespace
}  // namespace raichi
