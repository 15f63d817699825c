// Shards that are damaged, late to appear or not ours.

#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>
#include <thread>

#include "base/checksum.h"
#include "tests/nn/window/window_case.h"
#include "tests/selfplay/newer_shard.h"
#include "tests/selfplay/no_more_files.h"

namespace raichi {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

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

TEST_F(WindowTest, AnIllegalGameIsFoundBeforeLaterGamesAreUnpacked) {
  std::vector<GameRecord> records = RandomRecords("linnaeus", 0, 2);
  records[0].turns.back().move = records[0].turns.front().move;
  std::string bytes = ShardBytes(records);
  bytes.back() = static_cast<char>(bytes.back() ^ 1);  // of the last game's own checksum
  const auto store = [&](size_t offset, uint64_t word) {
    std::memcpy(bytes.data() + offset, &word, sizeof(word));
  };
  store(48, Checksum(std::string_view(bytes).substr(64)));
  store(56, Checksum(std::string_view(bytes).substr(0, 56)));
  WriteBytes(folder_ / "000000000000.games", bytes);
  ReplayWindow window = NewWindow();
  EXPECT_EQ(window.Refresh(), 0);
  ASSERT_EQ(warnings_.size(), 1u);
  EXPECT_THAT(warnings_[0], HasSubstr("game 0, ply"));
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

TEST_F(WindowTest, WaitsForWhatCannotBeReadNow) {
  AddShard("000000000000.games", 0);
  ReplayWindow window = NewWindow();
  const std::jthread none = NoFilesForAMoment();
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
  WriteBytes(folder_ / "000000000000.games", NewerShard(BytesOf(folder_ / "000000000000.games")));
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
