#include "run/stream/stream_shards.h"

#include <gmock/gmock.h>

#include <cerrno>

#include "base/error.h"
#include "base/files/files.h"
#include "run/files/folder.h"
#include "selfplay/records/shard.h"
#include "tests/run/run_folder_case.h"
#include "tests/selfplay/games.h"
#include "tests/selfplay/no_large_files.h"

namespace raichi {
namespace {

using testing::ElementsAre;

class StreamShardsTest : public RunFolderCase {
 protected:
  void Damage(const std::string& name, size_t offset) const {
    std::string bytes = BytesOf(run() / name);
    bytes[offset] = static_cast<char>(bytes[offset] ^ 1);
    WriteBytes(run() / name, bytes);
  }
};

TEST_F(StreamShardsTest, CountsNumbersAndIds) {
  StreamShards shards(run(), 1);
  EXPECT_EQ(shards.first_free_game(), uint64_t{1} << 40);
  std::vector<GameRecord> games = RandomRecords("brandubh", (uint64_t{1} << 40) + 5, 3);
  std::swap(games[0], games[2]);
  shards.Write(0, games);
  shards.Write(0, RandomRecords("brandubh", (uint64_t{1} << 40) + 8, 2));
  shards.Write(3, RandomRecords("brandubh", uint64_t{1} << 40, 1));
  WriteShard(run() / "000003-02-000000.games", RandomRecords("brandubh", uint64_t{2} << 40, 4));
  EXPECT_THAT(FilesIn(run()), ElementsAre("000000", "000003", "000003-02-000000.games"));
  EXPECT_THAT(FilesIn(run() / "000000"),
              ElementsAre("000000-01-000000.games", "000000-01-000001.games"));
  EXPECT_THAT(FilesIn(run() / "000003"), ElementsAre("000003-01-000000.games"));
  for (const StreamShards& same : {shards, StreamShards(run(), 1)}) {
    EXPECT_EQ(same.CountGames(0), 5);
    EXPECT_EQ(same.CountGames(1), 0);
    EXPECT_EQ(same.CountGames(3), 1);
  }
  StreamShards later(run(), 1);
  EXPECT_EQ(later.first_free_game(), (uint64_t{1} << 40) + 10);
  later.Write(0, RandomRecords("brandubh", later.first_free_game(), 1));
  EXPECT_THAT(FilesIn(run() / "000000"), testing::Contains("000000-01-000002.games"));
}

TEST_F(StreamShardsTest, NamesAndIdsOfShardsThatWereSetAsideAreNotUsedAgain) {
  StreamShards shards(run(), 0);
  shards.Write(2, RandomRecords("brandubh", 0, 3));
  shards.Write(2, RandomRecords("brandubh", 3, 3));
  shards.Write(2, RandomRecords("brandubh", 6, 3));
  RenameToBad(run() / "000002/000002-00-000002.games");
  EXPECT_EQ(shards.CountGames(2), 6);
  shards.Write(2, RandomRecords("brandubh", 9, 3));  // the stream plays on
  RenameToBad(run() / "000002/000002-00-000003.games");
  WriteBytes(run() / "000002/000002-00-000004.games.bad.2", "not a shard");
  StreamShards later(run(), 0);
  EXPECT_EQ(later.CountGames(2), 6);
  EXPECT_EQ(later.first_free_game(), 12u);
  later.Write(2, RandomRecords("brandubh", 12, 1));
  EXPECT_THAT(FilesIn(run() / "000002"),
              ElementsAre("000002-00-000000.games", "000002-00-000001.games",
                          "000002-00-000002.games.bad", "000002-00-000003.games.bad",
                          "000002-00-000004.games.bad.2", "000002-00-000005.games"));
}

TEST_F(StreamShardsTest, OnlyHeadersAreReadAndDamagedOnesAreSetAside) {
  {
    StreamShards shards(run(), 0);
    for (uint64_t id : {0, 3, 6}) shards.Write(0, RandomRecords("brandubh", id, 3));
  }
  WriteShard(run() / "000000-01-000000.games", RandomRecords("brandubh", uint64_t{1} << 40, 1));
  Damage("000000/000000-00-000000.games", 100);  // a game
  Damage("000000/000000-00-000001.games", 30);   // the header
  Damage("000000-01-000000.games", 30);          // the header of another stream's shard
  const StreamShards shards(run(), 0);
  EXPECT_THAT(FilesIn(run()), ElementsAre("000000", "000000-01-000000.games"));
  EXPECT_THAT(FilesIn(run() / "000000"),
              ElementsAre("000000-00-000000.games", "000000-00-000001.games.bad",
                          "000000-00-000002.games"));
  EXPECT_EQ(shards.CountGames(0), 6);
  EXPECT_EQ(shards.first_free_game(), 9u);
}

TEST_F(StreamShardsTest, ShardsOfTheOlderLayoutCount) {
  for (const char* name : {"000002-01-000000.games", "000002-01-000004.games"}) {
    WriteShard(run() / name, RandomRecords("brandubh", (uint64_t{1} << 40) + (name[15] - '0'), 1));
  }
  StreamShards shards(run(), 1);
  EXPECT_EQ(shards.first_free_game(), (uint64_t{1} << 40) + 5);
  shards.Write(2, RandomRecords("brandubh", shards.first_free_game(), 2));
  EXPECT_THAT(FilesIn(run() / "000002"), ElementsAre("000002-01-000005.games"));
  EXPECT_EQ(shards.CountGames(2), 4);
}

TEST_F(StreamShardsTest, AShardIsNeverReplaced) {
  const uint64_t first = uint64_t{7} << 40;
  StreamShards one(run(), 7), twin(run(), 7);  // of one number on two machines that lost touch
  one.Write(3, RandomRecords("brandubh", first, 2));
  const std::string name = "000003/000003-07-000000.games";
  const std::string bytes = BytesOf(run() / name);
  twin.Write(3, RandomRecords("brandubh", first + 5, 1));
  twin.Write(3, RandomRecords("brandubh", first + 6, 1));
  one.Write(3, RandomRecords("brandubh", first + 2, 3));
  EXPECT_EQ(BytesOf(run() / name), bytes);
  EXPECT_THAT(FilesIn(run() / "000003"),
              ElementsAre("000003-07-000000.games", "000003-07-000001.games",
                          "000003-07-000002.games", "000003-07-000003.games"));
  EXPECT_EQ(one.CountGames(3), 7);
  twin.Write(3, RandomRecords("brandubh", first + 2, 3));  // what is there already
  EXPECT_EQ(one.CountGames(3), 7);
}

TEST_F(StreamShardsTest, ANewStreamLooksAtNoFile) {
  WriteBytes(run() / "000001", "not a folder");  // listing it would be an error
  EXPECT_THROW(StreamShards(run(), 100), ReadError);
  StreamShards shards(run(), 100, true);
  EXPECT_EQ(shards.first_free_game(), uint64_t{100} << 40);
  shards.Write(0, RandomRecords("brandubh", shards.first_free_game(), 1));
  EXPECT_THAT(FilesIn(run() / "000000"), ElementsAre("000000-100-000000.games"));
}

TEST_F(StreamShardsTest, RemovesWhatItsStreamLeftHalfWritten) {
  WriteBytes(run() / "000000-00-000000.games.tmp", "half");
  WriteBytes(run() / "000000-01-000000.games.tmp", "half");
  const StreamShards shards(run(), 0);
  EXPECT_THAT(FilesIn(run()), ElementsAre("000000-01-000000.games.tmp"));
}

TEST_F(StreamShardsTest, TheStreamsOfAModelAreCounted) {
  for (const int stream : {1, 2, 117}) {
    const uint64_t id = static_cast<uint64_t>(stream) << 40;
    for (const uint64_t game : {0, 1}) {
      StreamShards(run(), stream).Write(4, RandomRecords("brandubh", id + game, 1));
    }
  }
  EXPECT_EQ(CountStreamsOf(run(), 4), 3u);
  EXPECT_EQ(CountStreamsOf(run(), 3), 0u);
  EXPECT_EQ(LongestWait(8), std::chrono::seconds(10));
  EXPECT_EQ(LongestWait(9), std::chrono::seconds(60));
}

class FinishedGamesTest : public RunFolderCase {
 protected:
  FinishedGames games_{[this](int model, const std::vector<GameRecord>& games) {
    StreamShards(run(), 0, true).Write(model, games);
  }};
  const FinishedGames::Time start_{};
};

TEST_F(FinishedGamesTest, AreDueWhenTheyFillAShardOrHaveWaitedForLong) {
  const auto are_due = [this](int size, int later) {
    return games_.AreDue(size, std::chrono::seconds(10), start_ + std::chrono::seconds(later));
  };
  EXPECT_FALSE(are_due(1, 3600));
  games_.Add(0, RandomRecords("brandubh", 0, 2), start_);
  EXPECT_FALSE(are_due(3, 0));
  EXPECT_TRUE(are_due(2, 0));
  games_.Add(0, RandomRecords("brandubh", 2, 1), start_ + std::chrono::seconds(8));
  EXPECT_TRUE(are_due(3, 8));
  EXPECT_FALSE(are_due(9, 10));
  EXPECT_TRUE(are_due(9, 11));  // since the first was added
  games_.WriteAll();
  EXPECT_EQ(games_.size(), 0u);
  games_.WriteAll();  // nothing
  EXPECT_EQ(StreamShards(run(), 0).CountGames(0), 3);
}

TEST_F(FinishedGamesTest, AreKeptWhileTheDiskIsFull) {
  games_.Add(5, RandomRecords("brandubh", 0, 3), start_);
  {
    const NoLargeFiles full;
    EXPECT_FALSE(games_.TryWriteAll());
    EXPECT_FALSE(games_.TryWriteAll());
    EXPECT_THROW(games_.WriteAll(), WriteError);
  }
  EXPECT_THAT(games_.trouble(), testing::HasSubstr("000005-00-000000.games: cannot write"));
  EXPECT_EQ(games_.size(), 3u);
  EXPECT_THAT(FilesIn(run() / "000005"), testing::IsEmpty());  // nothing half-written
  EXPECT_TRUE(games_.TryWriteAll());
  EXPECT_EQ(games_.trouble(), "");
  EXPECT_EQ(games_.size(), 0u);
  EXPECT_THAT(FilesIn(run() / "000005"), ElementsAre("000005-00-000000.games"));
  EXPECT_EQ(StreamShards(run(), 0).CountGames(5), 3);
}

TEST_F(FinishedGamesTest, OtherFailuresToWriteAreErrors) {
  for (const int error : {ENOSPC, EDQUOT, EFBIG, EIO}) EXPECT_TRUE(MayPass(error));
  EXPECT_FALSE(MayPass(EACCES));
  WriteBytes(run() / "000005", "in the way");
  games_.Add(5, RandomRecords("brandubh", 0, 3), start_);
  EXPECT_THROW(games_.TryWriteAll(), WriteError);
  EXPECT_EQ(games_.size(), 3u);
}

}  // namespace
}  // namespace raichi
