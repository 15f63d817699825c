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
  std::vector<std::string> fetched;
  const auto fetch = [&](const std::string& name) {
    fetched.push_back(name);
    return BytesOf(folder_ / name);
  };
  ReplayWindow first = NewWindow();
  ReplayWindow second("", {}, DamagedShards::kLeave, [](const std::string&) {});
  first.Refresh();
  WindowState both = first.state();
  WindowState one = both;
  one.shards.pop_back();
  second.Follow(one, fetch);
  EXPECT_EQ(second.state().shards, one.shards);
  std::filesystem::remove(folder_ / "000000000000.games");  // held, so not fetched again
  second.Follow(both, fetch);
  EXPECT_EQ(second.state(), both);
  EXPECT_EQ(second.positions(), first.positions());
  both.shards.erase(both.shards.begin());
  second.Follow(both, fetch);
  EXPECT_EQ(second.state().shards, both.shards);
  both.shards.push_back("000000000006.games");
  AddShard("000000000006.games", 6);
  second.Follow(both, fetch);
  EXPECT_EQ(second.games(), 6);
  EXPECT_THAT(fetched,
              ElementsAre("000000000000.games", "000000000003.games", "000000000006.games"));
}

TEST_F(WindowTest, FollowingADamagedShardIsAnErrorThatChangesNothing) {
  AddShard("000000000000.games", 0);
  ReplayWindow window = NewWindow();
  window.Refresh();
  WindowState state = window.state();
  const WindowState before = state;
  state.shards.push_back("000000000003.games");
  const auto fetch = [](const std::string&) { return std::string("not a shard"); };
  EXPECT_THROW(window.Follow(state, fetch), DamagedError);
  EXPECT_EQ(window.state(), before);
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
