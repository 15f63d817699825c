#include "run/stream/stream_shards.h"

#include <gmock/gmock.h>

#include "run/stream/finished_games.h"
#include "selfplay/records/files.h"
#include "selfplay/records/shard.h"
#include "tests/run/run_folder_case.h"
#include "tests/selfplay/games.h"

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
  EXPECT_THAT(FilesIn(run()), ElementsAre("000000-01-000000.games", "000000-01-000001.games",
                                          "000003-01-000000.games", "000003-02-000000.games"));
  for (const StreamShards& same : {shards, StreamShards(run(), 1)}) {
    EXPECT_EQ(same.CountGames(0), 5);
    EXPECT_EQ(same.CountGames(1), 0);
    EXPECT_EQ(same.CountGames(3), 1);
  }
  StreamShards later(run(), 1);
  EXPECT_EQ(later.first_free_game(), (uint64_t{1} << 40) + 10);
  later.Write(0, RandomRecords("brandubh", later.first_free_game(), 1));
  EXPECT_THAT(FilesIn(run()), testing::Contains("000000-01-000002.games"));
}

TEST_F(StreamShardsTest, NamesAndIdsOfShardsThatWereSetAsideAreNotUsedAgain) {
  StreamShards shards(run(), 0);
  shards.Write(2, RandomRecords("brandubh", 0, 3));
  shards.Write(2, RandomRecords("brandubh", 3, 3));
  shards.Write(2, RandomRecords("brandubh", 6, 3));
  RenameToBad(run() / "000002-00-000002.games");
  EXPECT_EQ(shards.CountGames(2), 6);
  shards.Write(2, RandomRecords("brandubh", 9, 3));  // the stream plays on
  RenameToBad(run() / "000002-00-000003.games");
  WriteBytes(run() / "000002-00-000004.games.bad.2", "not a shard");
  StreamShards later(run(), 0);
  EXPECT_EQ(later.CountGames(2), 6);
  EXPECT_EQ(later.first_free_game(), 12u);
  later.Write(2, RandomRecords("brandubh", 12, 1));
  EXPECT_THAT(FilesIn(run()),
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
  Damage("000000-00-000000.games", 100);  // a game
  Damage("000000-00-000001.games", 30);   // the header
  Damage("000000-01-000000.games", 30);   // the header of another stream's shard
  const StreamShards shards(run(), 0);
  EXPECT_THAT(FilesIn(run()), ElementsAre("000000-00-000000.games", "000000-00-000001.games.bad",
                                          "000000-00-000002.games", "000000-01-000000.games"));
  EXPECT_EQ(shards.CountGames(0), 6);
  EXPECT_EQ(shards.first_free_game(), 9u);
}

TEST_F(StreamShardsTest, RemovesWhatItsStreamLeftHalfWritten) {
  WriteBytes(run() / "000000-00-000000.games.tmp", "half");
  WriteBytes(run() / "000000-01-000000.games.tmp", "half");
  const StreamShards shards(run(), 0);
  EXPECT_THAT(FilesIn(run()), ElementsAre("000000-01-000000.games.tmp"));
}

TEST(FinishedGames, AreDueWhenTheyFillAShardOrHaveWaitedForLong) {
  const FinishedGames::Time start;
  FinishedGames games;
  EXPECT_FALSE(games.AreDue(1, start + std::chrono::hours(1)));
  games.Add(RandomRecords("brandubh", 0, 2), start);
  EXPECT_FALSE(games.AreDue(3, start));
  EXPECT_TRUE(games.AreDue(2, start));
  games.Add(RandomRecords("brandubh", 2, 1), start + std::chrono::seconds(8));
  EXPECT_TRUE(games.AreDue(3, start + std::chrono::seconds(8)));
  EXPECT_FALSE(games.AreDue(9, start + std::chrono::seconds(10)));
  EXPECT_TRUE(games.AreDue(9, start + std::chrono::seconds(11)));  // since the first was added
  EXPECT_EQ(games.Take().size(), 3u);
  EXPECT_TRUE(games.empty());
}

}  // namespace
}  // namespace raichi
