// What a window holds, and how large it is.

#include <gmock/gmock.h>

#include <algorithm>

#include "selfplay/records/shard_names.h"
#include "tests/nn/window/window_case.h"

namespace raichi {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(WindowSize, GrowsAsAPowerLaw) {
  WindowConfig config;
  config.min_positions = 250'000;
  config.exponent = 0.75;
  config.scale = 0.4;
  config.max_positions = 100'000'000;
  EXPECT_EQ(WindowSize(config, 0), 0);
  EXPECT_EQ(WindowSize(config, 1000), 1000);
  EXPECT_EQ(WindowSize(config, 250'000), 250'000);
  // Computed by hand: 250000 (1 + 0.4 (16^0.75 - 1) / 0.75) with 16^0.75 = 8.
  EXPECT_EQ(WindowSize(config, 4'000'000), 1'183'333);
  config.max_positions = 1'000'000;
  EXPECT_EQ(WindowSize(config, 4'000'000), 1'000'000);
}

TEST_F(WindowTest, HoldsThePolicyTargetsOfItsShards) {
  AddShard("000000000000.games", 0);
  ReplayWindow window = NewWindow();
  EXPECT_EQ(window.Refresh(), 1);
  int64_t targets = 0;
  for (const GameRecord& record : ReadShard(folder_ / "000000000000.games")) {
    for (size_t ply = 0; ply < record.turns.size(); ++ply) {
      const TurnRecord& turn = record.turns[ply];
      if (!turn.full_search) continue;
      const ReplayWindow::Target target = window.At(targets++);
      EXPECT_EQ(target.game->PlyOf(target.number), static_cast<int>(ply));
      EXPECT_EQ(target.game->moves()[ply], turn.move);
      EXPECT_FLOAT_EQ(target.game->RootValue(static_cast<int>(ply)).value(), turn.root_value);
      ASSERT_EQ(target.game->VisitsOf(target.number).size(), turn.visits.size());
      for (size_t i = 0; i < turn.visits.size(); ++i) {
        EXPECT_EQ(target.game->VisitsOf(target.number)[i].move, turn.visits[i].first);
      }
    }
  }
  EXPECT_EQ(window.positions(), targets);
  EXPECT_EQ(window.positions_made(), targets);
  EXPECT_EQ(window.largest_board(), 9);
  EXPECT_EQ(window.rules_names(), std::vector<std::string>{"linnaeus"});
  EXPECT_GT(window.bytes(), static_cast<size_t>(targets) * 10);
}

TEST_F(WindowTest, LoadsOnlyWhatIsNewAndOrdersByName) {
  AddShard("000000000003.games", 3);
  ReplayWindow late = NewWindow();
  EXPECT_EQ(late.Refresh(), 1);
  AddShard("000000000000.games", 0);
  EXPECT_EQ(late.Refresh(), 1);
  EXPECT_EQ(late.Refresh(), 0);
  ReplayWindow together = NewWindow();
  EXPECT_EQ(together.Refresh(), 2);
  ASSERT_EQ(late.positions(), together.positions());
  EXPECT_EQ(late.state(), together.state());
  for (int64_t i = 0; i < late.positions(); ++i) {
    EXPECT_EQ(late.At(i).number, together.At(i).number);
    EXPECT_TRUE(std::ranges::equal(late.At(i).game->moves(), together.At(i).game->moves()));
  }
}

TEST_F(WindowTest, DropsTheOldestShardsBeyondItsSize) {
  WindowConfig config;
  config.min_positions = 30;
  config.max_positions = 30;
  ReplayWindow window = NewWindow(config);
  for (uint64_t id = 0; id < 20; ++id) {
    AddShard("0000000000" + std::to_string(10 + id) + ".games", id, 1);
    window.Refresh();
  }
  EXPECT_GE(window.positions(), 30);
  EXPECT_LT(window.positions(), 30 + 40);  // exceeds the size by less than one shard
  EXPECT_GT(window.positions_made(), window.positions());
  EXPECT_EQ(window.state().shards.back(), "000000000029.games");
  EXPECT_GT(window.state().dropped, "000000000010.games");
  EXPECT_EQ(window.Refresh(), 0);  // dropped shards are not loaded again
}

TEST_F(WindowTest, TheFoldersOfModelsAndTheOlderLayoutAreOneWindow) {
  for (const char* folder : {"000000", "000001", "000002"}) {
    std::filesystem::create_directory(folder_ / folder);
  }
  AddShard("000000-00-000000.games", 0);
  AddShard("000000/000000-01-000000.games", 10);
  AddShard("000002/000002-00-000000.games", 20);
  AddShard("000002-00-000001.games", 30);
  ReplayWindow window = NewWindow();
  EXPECT_EQ(window.Refresh(), 4);
  EXPECT_THAT(window.state().shards,
              ElementsAre("000000-00-000000.games", "000000-01-000000.games",
                          "000002-00-000000.games", "000002-00-000001.games"));
  ReplayWindow restored = NewWindow();
  EXPECT_EQ(restored.Restore(window.state()), 0);
  EXPECT_EQ(restored.positions(), window.positions());
  const std::filesystem::path moved = folder_ / "000000/000000-00-000000.games";
  std::filesystem::rename(folder_ / "000000-00-000000.games", moved);
  EXPECT_EQ(restored.Refresh(), 0);  // known by its name
  ReplayWindow again = NewWindow();
  EXPECT_EQ(again.Restore(window.state()), 0);
}

/// Shards appear late because streams of self-play finish their shards at different speeds.
TEST_F(WindowTest, ALateShardCountsAndIsHeldWhereThereIsRoom) {
  WindowConfig config;
  config.min_positions = 60;
  config.max_positions = 60;
  ReplayWindow window = NewWindow(config);
  for (int i = 2; i < 9; ++i) {
    AddShard("00000" + std::to_string(i) + "-00-000000.games", static_cast<uint64_t>(3 * i));
  }
  window.Refresh();
  const WindowState before = window.state();
  ASSERT_FALSE(before.past.empty());
  AddShard("000001-01-000000.games", 100);  // older than every shard in the window
  EXPECT_EQ(window.Refresh(), 1);
  EXPECT_GT(window.positions_made(), before.positions_made);
  EXPECT_EQ(window.state().shards, before.shards);
  ASSERT_EQ(warnings_.size(), 1u);
  EXPECT_THAT(warnings_[0], HasSubstr("000001-01-000000.games: appeared after"));
  const int64_t made = window.positions_made();
  EXPECT_EQ(window.Refresh(), 0);

  const std::string late = before.shards[0].substr(0, 6) + "-01-000000.games";
  AddShard(late, 200);  // as old as the oldest shard in the window
  EXPECT_EQ(window.Refresh(), 1);
  EXPECT_GT(window.positions_made(), made);
  EXPECT_EQ(warnings_.size(), 1u);
  EXPECT_THAT(window.state().shards, testing::Contains(late));

  config.max_positions = 100'000;  // now the window reaches back; only the late shard is new
  ReplayWindow wide = NewWindow(config);
  wide.Restore(before);
  EXPECT_EQ(wide.Refresh(), 2);
  EXPECT_THAT(wide.state().shards, testing::Contains("000001-01-000000.games"));
  EXPECT_EQ(wide.state().past, before.past);
}

/// Files in the place of folders: whoever lists one fails.
TEST_F(WindowTest, LooksOnlyAtTheNewestModelsAndOneOlderOneInTurn) {
  WindowConfig config;
  config.min_positions = config.max_positions = 60;
  ReplayWindow window = NewWindow(config);
  uint64_t id = 0;
  const auto add = [&](int model, int stream) {
    std::filesystem::create_directories(folder_ / NumberedName(model));
    AddShard(NumberedName(model) + "/" + ShardName{model, stream, 0}.ToString(), id += 3);
  };
  const auto block = [&](int model) {
    std::filesystem::rename(folder_ / NumberedName(model), folder_ / "moved");
    WriteBytes(folder_ / NumberedName(model), "");
  };
  const auto unblock = [&](int model) {
    std::filesystem::remove(folder_ / NumberedName(model));
    std::filesystem::rename(folder_ / "moved", folder_ / NumberedName(model));
  };
  for (int model = 0; model < 40; ++model) {
    add(model, 100);
    EXPECT_EQ(window.Refresh(model), 1);
  }
  const WindowState state = window.state();
  EXPECT_GT(state.first_model, 0);
  EXPECT_THAT(state.past, testing::Each(testing::Ge(NumberedName(state.first_model))));
  EXPECT_LE(state.past.size(), static_cast<size_t>(kNewestModels));
  EXPECT_FALSE(state.dropped.empty());

  block(state.first_model - 1);  // is never looked at again
  for (int i = 0; i < 40; ++i) EXPECT_EQ(window.Refresh(39), 0);
  EXPECT_EQ(window.Refresh(), 0);
  unblock(state.first_model - 1);
  block(39 - kNewestModels + 1);
  EXPECT_THROW(window.Refresh(39), ReadError);
  unblock(39 - kNewestModels + 1);
  add(state.first_model - 1, 101);
  EXPECT_EQ(window.Refresh(39), 0);

  ReplayWindow restored = NewWindow(config);
  restored.Restore(state);
  EXPECT_EQ(restored.state(), state);
  EXPECT_EQ(restored.Refresh(), 0);
}

TEST_F(WindowTest, ALateShardOfAnOlderModelIsFoundInTurn) {
  ReplayWindow window = NewWindow();
  for (int model = 0; model < 20; ++model) {
    std::filesystem::create_directories(folder_ / NumberedName(model));
    AddShard(NumberedName(model) + "/" + ShardName{model, 0, 0}.ToString(),
             static_cast<uint64_t>(3 * model));
    window.Refresh(model);
  }
  AddShard("000003/000003-01-000000.games", 100);
  int found = 0;
  for (int i = 0; i < 20 - kNewestModels; ++i) found += window.Refresh(19);
  EXPECT_EQ(found, 1);
  EXPECT_THAT(window.state().shards, testing::Contains("000003-01-000000.games"));
  EXPECT_THAT(warnings_, testing::IsEmpty());
}

}  // namespace
}  // namespace raichi
