#include "selfplay/pool.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "mcts/fake_evaluator.h"
#include "tests/selfplay/games.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

class PoolTest : public testing::Test {
 protected:
  PoolTest() {
    setup_.config.full_visits = 12;
    setup_.config.fast_visits = 4;
    setup_.config.max_plies = 40;
    setup_.rules = {Variant("brandubh")};
    hooks_.new_evaluator = [](int) { return std::make_unique<FakeEvaluator>(5); };
    hooks_.on_games = [this](std::vector<GameRecord> games) {
      std::ranges::move(games, std::back_inserter(games_));
    };
  }

  SelfPlaySetup setup_;
  PoolHooks hooks_;
  SelfPlayProgress progress_;
  std::vector<GameRecord> games_;
};

TEST_F(PoolTest, GamesGoOnWithTheNextModel) {
  SelfPlayPool pool(setup_, 2, 4, 100);
  pool.Play(10, "000001", hooks_, {}, &progress_);
  EXPECT_GE(games_.size(), 10u);
  EXPECT_TRUE(std::ranges::all_of(games_, [](const auto& g) { return g.attackers == "000001"; }));
  const size_t first = games_.size();
  pool.Play(20, "000002", hooks_, {}, &progress_);
  EXPECT_GE(games_.size(), first + 20);
  EXPECT_EQ(progress_.Snapshot().games, games_.size());

  std::set<uint64_t> ids;
  std::set<std::string> models;
  for (const GameRecord& record : games_) {
    EXPECT_NO_THROW(CheckRecord(record, setup_.rules[0]));
    EXPECT_GE(record.game_id, 100u);
    EXPECT_TRUE(ids.insert(record.game_id).second);
    models.insert(record.defenders);
  }
  EXPECT_THAT(models, testing::ElementsAre("000001", "000001-000002", "000002"));
}

TEST_F(PoolTest, StopsWhenAsked) {
  SelfPlayPool pool(setup_, 1, 4, 0);
  hooks_.should_stop = [] { return true; };
  pool.Play(1'000'000, "m", hooks_, {}, &progress_);
  EXPECT_LT(games_.size(), 1'000'000u);
}

TEST_F(PoolTest, PassesOnWhatAHookThrows) {
  SelfPlayPool pool(setup_, 2, 4, 0);
  hooks_.on_games = [](const auto&) { throw Error("disk full"); };
  EXPECT_EQ(ErrorOf([&] { pool.Play(1'000'000, "m", hooks_, {}, &progress_); }), "disk full");
}

}  // namespace
}  // namespace raichi
