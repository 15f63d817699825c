// Windows that are restored, and windows that follow another process's.

#include <gmock/gmock.h>

#include "tests/nn/window/window_case.h"

namespace raichi {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST_F(WindowTest, FollowsAnotherWindowShardByShard) {
  AddShard("000000000000.games", 0);
  AddShard("000000000003.games", 3);
  ReplayWindow first = NewWindow(), second = NewWindow();
  first.Refresh();
  WindowState both = first.state();
  WindowState one = both;
  one.shards.pop_back();
  EXPECT_EQ(second.Follow(one), 0);
  EXPECT_EQ(second.state().shards, one.shards);
  std::filesystem::remove(folder_ / "000000000000.games");  // held, so not read again
  EXPECT_EQ(second.Follow(both), 0);
  EXPECT_EQ(second.state(), both);
  EXPECT_EQ(second.positions(), first.positions());
  both.shards.erase(both.shards.begin());
  EXPECT_EQ(second.Follow(both), 0);
  EXPECT_EQ(second.state().shards, both.shards);
  both.shards.push_back("000000000006.games");
  EXPECT_EQ(second.Follow(both), 1);
  AddShard("000000000006.games", 6);
  EXPECT_EQ(second.Follow(both), 0);
  EXPECT_EQ(second.games(), 6);
}

TEST_F(WindowTest, FollowingTriesADamagedShardAgain) {
  damaged_ = DamagedShards::kLeave;
  WriteBytes(folder_ / "000000000000.games", "not a shard");
  ReplayWindow window = NewWindow();
  const WindowState state{.shards = {"000000000000.games"}};
  EXPECT_EQ(window.Follow(state), 1);
  std::filesystem::remove(folder_ / "000000000000.games");
  AddShard("000000000000.games", 0);
  EXPECT_EQ(window.Follow(state), 0);
  EXPECT_EQ(window.games(), 3);
}

TEST_F(WindowTest, AnOlderProgramsStateLoadsNothingAgain) {
  WindowConfig config;
  config.min_positions = 60;
  config.max_positions = 60;
  for (uint64_t i = 0; i < 6; ++i) AddShard("00000000000" + std::to_string(i) + ".games", 3 * i);
  ReplayWindow window = NewWindow(config);
  window.Refresh();
  WindowState old = window.state();
  ASSERT_FALSE(old.past.empty());
  old.past.clear();
  ReplayWindow restored = NewWindow(config);
  restored.Restore(old);
  EXPECT_EQ(restored.Refresh(), 0);
  EXPECT_EQ(restored.state(), window.state());
}

TEST_F(WindowTest, IsRestoredToTheSamePositions) {
  WindowConfig config;
  config.min_positions = 60;
  config.max_positions = 60;
  for (uint64_t i = 0; i < 6; ++i) AddShard("00000000000" + std::to_string(i) + ".games", 3 * i);
  ReplayWindow window = NewWindow(config);
  window.Refresh();
  const WindowState state = window.state();
  AddShard("000000000006.games", 100);
  ReplayWindow restored = NewWindow(config);
  restored.Restore(state);
  EXPECT_EQ(restored.state(), state);
  EXPECT_EQ(restored.positions(), window.positions());
  EXPECT_EQ(restored.Refresh(), 1);
  EXPECT_EQ(window.Refresh(), 1);
  EXPECT_EQ(restored.state(), window.state());
}

TEST_F(WindowTest, IsRestoredWithoutTheShardsThatAreGone) {
  for (uint64_t i = 0; i < 4; ++i) AddShard("00000000000" + std::to_string(i) + ".games", 3 * i);
  ReplayWindow window = NewWindow();
  window.Refresh();
  const WindowState state = window.state();
  std::filesystem::remove(folder_ / state.shards[0]);
  WriteBytes(folder_ / state.shards[2], "not a shard");
  ReplayWindow lacking = NewWindow();
  EXPECT_EQ(lacking.Restore(state), 2);
  EXPECT_THAT(lacking.state().shards, ElementsAre(state.shards[1], state.shards[3]));
  EXPECT_EQ(lacking.positions_made(), state.positions_made);
  ASSERT_EQ(warnings_.size(), 1u);
  EXPECT_THAT(warnings_[0], HasSubstr("set aside as " + state.shards[2] + ".bad"));
  EXPECT_EQ(lacking.Refresh(), 0);
}

}  // namespace
}  // namespace raichi
