#include "nn/data/window.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>

#include "selfplay/records/shard.h"
#include "selfplay/records/shard_versions.h"
#include "tests/selfplay/games.h"
#include "tests/selfplay/no_more_files.h"

namespace raichi {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class WindowTest : public testing::Test {
 protected:
  void AddShard(const std::string& name, uint64_t first_id, size_t games = 3,
                const std::string& variant = "linnaeus") {
    WriteShard(folder_ / name, RandomRecords(variant, first_id, games));
  }
  ReplayWindow NewWindow(const WindowConfig& config = {}) {
    return ReplayWindow(
        folder_.path(), config, damaged_,
        [this](const std::string& line) { warnings_.push_back(line); },
        {.waits = {std::chrono::milliseconds(1)}, .sleep = [this](auto) { on_wait_(); }});
  }

  TemporaryFolder folder_;
  std::vector<std::string> warnings_;
  DamagedShards damaged_ = DamagedShards::kRename;
  std::function<void()> on_wait_ = [] {};
};

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

class VersionTest : public WindowTest {
 protected:
  static constexpr const char* kName = "000000000000.games";

  VersionTest() {
    AddShard(kName, 0);
    AddShard("000000000003.games", 3);
  }
  /// Adds a version of the first shard in which every target has this value.
  void AddVersion(int model, float value) {
    std::vector<GameRecord> games = RandomRecords("linnaeus", 0, 3);
    for (GameRecord& game : games) {
      for (TurnRecord& turn : game.turns) {
        if (turn.full_search) turn.root_value = value;
      }
    }
    const std::filesystem::path path = Version(model);
    std::filesystem::create_directories(path.parent_path());
    WriteShard(path, games);
  }
  std::filesystem::path Version(int model) const {
    return VersionPath(folder_ / "versions", model, kName);
  }
  ReplayWindow NewVersionedWindow() {
    ReplayWindow window = NewWindow();
    window.ReadVersionsFrom(folder_ / "versions");
    return window;
  }
  static float FirstValue(const ReplayWindow& window) {
    const ReplayWindow::Target target = window.At(0);
    return target.game->RootValue(target.game->PlyOf(target.number)).value();
  }
};

TEST_F(VersionTest, ANewerVersionReplacesAShardInPlace) {
  ReplayWindow window = NewVersionedWindow();
  window.Refresh();
  const int64_t positions = window.positions();
  const WindowState state = window.state();
  for (const int model : {3, 12}) {
    AddVersion(model, static_cast<float>(model) / 16);
    EXPECT_EQ(window.Refresh(), 0);
    EXPECT_EQ(FirstValue(window), static_cast<float>(model) / 16);
    EXPECT_EQ(window.positions(), positions);
    EXPECT_EQ(window.state(), state);
  }
  AddVersion(7, 0.5f);  // not newer than the one that it holds
  window.Refresh();
  EXPECT_EQ(FirstValue(window), 0.75f);
  ReplayWindow restored = NewVersionedWindow();
  EXPECT_EQ(restored.Restore(state), 0);
  EXPECT_EQ(FirstValue(restored), 0.75f);
  ReplayWindow plain = NewWindow();
  plain.Restore(state);
  EXPECT_NE(FirstValue(plain), 0.75f);
}

TEST_F(VersionTest, ADamagedVersionGivesWayToTheOneBefore) {
  AddVersion(3, 0.25f);
  AddVersion(12, 0.75f);
  WriteBytes(Version(12), "not a shard");
  ReplayWindow window = NewVersionedWindow();
  EXPECT_EQ(window.Refresh(), 2);
  EXPECT_EQ(FirstValue(window), 0.25f);
  EXPECT_EQ(warnings_.size(), 1u);
  window.Refresh();
  EXPECT_EQ(FirstValue(window), 0.25f);
  EXPECT_EQ(warnings_.size(), 2u);
  EXPECT_THAT(FilesIn(Version(12).parent_path()), ElementsAre(std::string(kName) + ".bad"));
}

TEST_F(VersionTest, SomebodyElsesDamagedVersionStaysAndIsReadOnce) {
  AddVersion(12, 0.75f);
  WriteBytes(Version(12), "not a shard");
  damaged_ = DamagedShards::kLeave;
  ReplayWindow window = NewVersionedWindow();
  EXPECT_EQ(window.Refresh(), 2);
  window.Refresh();
  EXPECT_EQ(warnings_.size(), 1u);
  EXPECT_TRUE(std::filesystem::exists(Version(12)));
}

TEST_F(VersionTest, AVersionWithoutItsShardDoesNotCount) {
  ReplayWindow window = NewVersionedWindow();
  window.Refresh();
  const WindowState state = window.state();
  AddVersion(12, 0.75f);
  std::filesystem::remove(folder_ / kName);
  ReplayWindow restored = NewVersionedWindow();
  EXPECT_EQ(restored.Restore(state), 1);
}

TEST_F(VersionTest, FollowsAnotherWindowAndItsVersions) {
  ReplayWindow first = NewVersionedWindow(), second = NewVersionedWindow();
  first.Refresh();
  const auto follow = [&] {
    EXPECT_EQ(second.Follow(first.state()), 0);
    EXPECT_EQ(second.state(), first.state());
    EXPECT_EQ(second.versions(), first.versions());
    EXPECT_EQ(FirstValue(second), FirstValue(first));
  };
  follow();
  EXPECT_THAT(second.versions(), IsEmpty());
  AddVersion(12, 0.75f);
  first.Refresh();
  follow();
  EXPECT_THAT(second.versions(), ElementsAre(testing::Pair(kName, 12)));
  follow();  // nothing is new
}

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

TEST_F(WindowTest, ABadShardIsSetAsideWithAWarning) {
  AddShard("000000000000.games", 0);
  AddShard("000000000003.games", 3);
  std::string bytes = BytesOf(folder_ / "000000000003.games");
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  WriteBytes(folder_ / "000000000003.games", bytes);
  WriteBytes(folder_ / "000000000006.games", "not a shard");
  ReplayWindow window = NewWindow();
  EXPECT_EQ(window.Refresh(), 1);
  ASSERT_EQ(warnings_.size(), 2u);
  EXPECT_THAT(warnings_[0], HasSubstr("000000000003.games: damaged"));
  EXPECT_THAT(warnings_[0], HasSubstr("passed over, and read again"));
  EXPECT_THAT(FilesIn(folder_.path()), Not(Contains(HasSubstr(".bad"))));
  EXPECT_EQ(window.Refresh(), 0);
  ASSERT_EQ(warnings_.size(), 4u);
  EXPECT_THAT(warnings_[2], HasSubstr("set aside as 000000000003.games.bad"));
  EXPECT_THAT(FilesIn(folder_.path()), ElementsAre("000000000000.games", "000000000003.games.bad",
                                                   "000000000006.games.bad"));
  EXPECT_EQ(window.Refresh(), 0);
  EXPECT_EQ(warnings_.size(), 4u);
}

/// As on a network file system whose cache holds an older state of the file.
TEST_F(WindowTest, AShardThatSeemedDamagedIsTrainedOnOnceItIsWhole) {
  AddShard("000000-00-000000.games", 0);
  const std::string whole = BytesOf(folder_ / "000000-00-000000.games");
  WriteBytes(folder_ / "000000-00-000000.games", "");
  ReplayWindow window = NewWindow();
  EXPECT_EQ(window.Refresh(), 0);
  WriteBytes(folder_ / "000000-00-000000.games", whole);
  EXPECT_EQ(window.Refresh(), 1);
  WriteBytes(folder_ / "000000-00-000001.games", "not a shard");
  EXPECT_EQ(window.Refresh(), 0);
  EXPECT_EQ(warnings_.size(), 2u);  // the first time for each of them
  EXPECT_THAT(FilesIn(folder_.path()), Not(Contains(HasSubstr(".bad"))));
}

/// A link to nothing is listed, but opening it says that there is no such file.
TEST_F(WindowTest, AShardThatCannotBeOpenedYetIsTriedAgain) {
  AddShard("000000-00-000000.games", 0);
  const std::filesystem::path file = folder_ / "000000-00-000001.games";
  std::filesystem::create_symlink(folder_ / "elsewhere", file);
  ReplayWindow window = NewWindow();
  EXPECT_EQ(window.Refresh(), 1);
  EXPECT_EQ(window.Refresh(), 0);
  WriteShard(folder_ / "elsewhere", RandomRecords("linnaeus", 3, 1));
  EXPECT_EQ(window.Refresh(), 1);
  EXPECT_THAT(warnings_, IsEmpty());
  const WindowState state = window.state();
  std::filesystem::remove(folder_ / "elsewhere");
  ReplayWindow restored = NewWindow();
  int waits = 0;
  on_wait_ = [&] { ++waits; };
  EXPECT_THROW(restored.Restore(state), ReadError);  // not: the shard is gone
  EXPECT_GT(waits, 0);
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

TEST_F(WindowTest, AShardThatRepeatsAGameIsRefusedForGood) {
  AddShard("000000-00-000000.games", 0, 3);
  ReplayWindow window = NewWindow();
  window.Refresh();
  AddShard("000000-01-000000.games", 2, 3);  // game 2 is there
  AddShard("000000-02-000000.games", 4, 2);  // game 4 is in a shard that is refused
  AddShard("000000-03-000000.games", 5, 1);  // game 5 is in the shard before this
  EXPECT_EQ(window.Refresh(), 1);
  EXPECT_EQ(window.refused_shards(), 2);
  ASSERT_EQ(warnings_.size(), 2u);
  EXPECT_THAT(warnings_[0], HasSubstr("000000-01-000000.games: holds game 2, which another shard"));
  EXPECT_THAT(warnings_[1], HasSubstr("000000-03-000000.games: holds game 5"));
  EXPECT_THAT(window.state().shards,
              ElementsAre("000000-00-000000.games", "000000-02-000000.games"));
  EXPECT_EQ(window.positions(), window.positions_made());
  EXPECT_EQ(window.Refresh(), 0);
  ReplayWindow restored = NewWindow();
  restored.Restore(window.state());
  EXPECT_EQ(restored.Refresh(), 0);
  EXPECT_EQ(warnings_.size(), 2u);
}

TEST_F(WindowTest, SomebodyElsesDamagedShardStays) {
  AddShard("000000000000.games", 0);
  WriteBytes(folder_ / "000000000003.games", "not a shard");
  damaged_ = DamagedShards::kLeave;
  ReplayWindow window = NewWindow();
  EXPECT_EQ(window.Refresh(), 1);
  EXPECT_EQ(window.Refresh(), 0);
  EXPECT_EQ(warnings_.size(), 1u);
  EXPECT_THAT(FilesIn(folder_.path()), ElementsAre("000000000000.games", "000000000003.games"));
}

TEST_F(WindowTest, WaitsForAShardThatCannotBeReadNow) {
  AddShard("000000000000.games", 0);
  ReplayWindow window = NewWindow();
  auto none = std::make_unique<NoMoreFiles>();
  on_wait_ = [&] { none.reset(); };
  EXPECT_EQ(window.Refresh(), 1);
  EXPECT_THAT(warnings_, IsEmpty());
}

TEST_F(WindowTest, WhatCannotBeReadNowIsAnErrorThatChangesNothing) {
  AddShard("000000000000.games", 0);
  ReplayWindow window = NewWindow();
  window.Refresh();
  const WindowState before = window.state();
  AddShard("000000000003.games", 3);
  std::filesystem::create_directory(folder_ / "000000000006.games");
  EXPECT_THROW(window.Refresh(), ReadError);
  {
    const NoMoreFiles none;
    EXPECT_THROW(window.Refresh(), ReadError);
    EXPECT_THROW(window.Restore(before), ReadError);
  }
  EXPECT_EQ(window.state(), before);
  std::filesystem::remove(folder_ / "000000000006.games");
  EXPECT_EQ(window.Refresh(), 1);
  EXPECT_THAT(FilesIn(folder_.path()), ElementsAre("000000000000.games", "000000000003.games"));
  EXPECT_THAT(warnings_, IsEmpty());
}

TEST_F(WindowTest, AnUnknownVersionIsRefusedAndStays) {
  AddShard("000000000000.games", 0);
  std::string bytes = BytesOf(folder_ / "000000000000.games");
  bytes[16] = 2;
  WriteBytes(folder_ / "000000000000.games", bytes);
  ReplayWindow window = NewWindow();
  EXPECT_THROW(window.Refresh(), VersionError);
  std::filesystem::remove(folder_ / "000000000000.games");
  std::vector<GameRecord> records = RandomRecords("linnaeus", 0, 2);
  records[0].rules_yaml += "weather: foggy\n";  // an unknown key, as from a newer program
  WriteShard(folder_ / "000000000000.games", records);
  EXPECT_THROW(window.Refresh(), VersionError);
  EXPECT_THAT(FilesIn(folder_.path()), ElementsAre("000000000000.games"));
}

TEST_F(WindowTest, AnIllegalGameNeverTrainsAnyone) {
  std::vector<GameRecord> records = RandomRecords("linnaeus", 0, 2);
  records[1].turns[3].move = records[1].turns[0].move;
  records[1].turns[3].visits = {{records[1].turns[3].move, 5}};
  WriteShard(folder_ / "000000000000.games", records);
  ReplayWindow window = NewWindow();
  for (const size_t reading : {1, 2, 3}) {
    EXPECT_EQ(window.Refresh(), 0);
    ASSERT_EQ(warnings_.size(), std::min<size_t>(reading, 2));
    EXPECT_THAT(warnings_[0], HasSubstr("000000000000.games"));
    EXPECT_EQ(window.positions(), 0);
  }
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

TEST_F(WindowTest, AFolderThatIsNotThereIsEmpty) {
  ReplayWindow window(folder_ / "nothing", {}, damaged_, [](const std::string&) {});
  EXPECT_EQ(window.Refresh(), 0);
  EXPECT_EQ(window.positions(), 0);
  EXPECT_THAT(window.rules_names(), IsEmpty());
}

TEST_F(WindowTest, NonsenseIsRefused) {
  WindowConfig config;
  config.max_positions = 10;
  EXPECT_THAT(ErrorOf([&] { NewWindow(config); }), HasSubstr("window.max_positions"));
  config = {};
  config.exponent = 0;
  EXPECT_THAT(ErrorOf([&] { NewWindow(config); }), HasSubstr("window.exponent"));
}

}  // namespace
}  // namespace raichi
