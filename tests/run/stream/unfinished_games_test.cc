#include "run/stream/unfinished_games.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <thread>

#include "base/files/files.h"
#include "console/log.h"
#include "run/sharing/stream_claim.h"
#include "run/stream/run_selfplay.h"
#include "run/training.h"
#include "selfplay/records/shard.h"
#include "tests/run/fake_run.h"

namespace raichi {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// Random games that were stopped after a few moves.
std::vector<GameRecord> Begun(uint64_t first_id, size_t count) {
  std::vector<GameRecord> games = RandomRecords("brandubh", first_id, count);
  for (GameRecord& game : games) {
    game.turns.resize(std::min<size_t>(game.turns.size() - 1, 5));
    game.result = Result::kOngoing;
    game.reason = Reason::kNone;
    game.would_resign_ply = -1;
  }
  return games;
}

class UnfinishedGamesTest : public FakeRun {
 protected:
  std::filesystem::path Folder() const { return run() / "unfinished"; }
};

TEST_F(UnfinishedGamesTest, OnlyOneProcessTakesThem) {
  UnfinishedGames first(run(), 100, Rng(1)), second(run(), 101, Rng(2));
  EXPECT_THAT(first.Take(12), IsEmpty());
  EXPECT_FALSE(first.Leave(12, {}));
  EXPECT_THAT(FilesIn(run()), IsEmpty());
  const std::vector<GameRecord> games = Begun(7, 3);
  EXPECT_TRUE(first.Leave(12, games));
  EXPECT_TRUE(first.Leave(12, Begun(20, 2)));
  EXPECT_THAT(FilesIn(Folder()),
              ElementsAre("000012-100-000000.unfinished", "000012-100-000001.unfinished"));
  const size_t taken = second.Take(12).size();
  EXPECT_EQ(taken + first.Take(13).size(), 5u);
  EXPECT_THAT(second.Take(13), IsEmpty());
  EXPECT_THAT(FilesIn(Folder()), IsEmpty());
  EXPECT_TRUE(first.Leave(12, games));
  EXPECT_EQ(second.Take(12), games);
}

TEST_F(UnfinishedGamesTest, ManyProcessesTakeEachGameOnce) {
  std::vector<std::jthread> threads;
  std::vector<size_t> counts(8);
  UnfinishedGames left(run(), 100, Rng(1));
  for (uint64_t i = 0; i < 20; ++i) left.Leave(1, Begun(10 * i, 2));
  for (size_t i = 0; i < counts.size(); ++i) {
    threads.emplace_back([&, i] {
      UnfinishedGames taker(run(), static_cast<int>(101 + i), Rng(i));
      for (size_t more = 1; more > 0; counts[i] += more) more = taker.Take(1).size();
    });
  }
  threads.clear();
  EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), size_t{0}), 40u);
  EXPECT_THAT(FilesIn(Folder()), IsEmpty());
}

TEST_F(UnfinishedGamesTest, AreBoundedInNumberAndAge) {
  UnfinishedGames games(run(), 100, Rng(1));
  games.Leave(2, Begun(0, 1));
  games.Leave(3, Begun(10, 1));
  games.Leave(12, Begun(20, 1));  // of a model that is not the player's yet
  EXPECT_THAT(games.Take(3 + UnfinishedGames::kMostModels), SizeIs(1));
  EXPECT_THAT(games.Take(3 + UnfinishedGames::kMostModels), IsEmpty());
  EXPECT_THAT(FilesIn(Folder()), ElementsAre("000012-100-000000.unfinished"));
  for (size_t i = 0; i + 1 < UnfinishedGames::kMostFiles; ++i) {
    WriteBytes(Folder() / fmt::format("000012-101-{:06}.unfinished", i), "");
  }
  EXPECT_FALSE(games.Leave(12, Begun(30, 1)));
}

TEST_F(UnfinishedGamesTest, WhatIsNotValidIsDropped) {
  UnfinishedGames games(run(), 100, Rng(1));
  std::vector<GameRecord> begun = Begun(0, 3);
  std::swap(begun[1].turns[0].move, begun[1].turns[4].move);  // illegal
  begun[2] = RandomRecords("brandubh", 2, 1)[0];              // over
  games.Leave(1, begun);
  StartLog("info");
  testing::internal::CaptureStderr();
  EXPECT_THAT(games.Take(1), ElementsAre(begun[0]));
  const std::string warnings = testing::internal::GetCapturedStderr();
  EXPECT_THAT(warnings, HasSubstr(".unfinished: game 1, ply "));
  EXPECT_THAT(warnings, HasSubstr("no game in progress; dropped"));
  games.Leave(1, begun);
  FlipABit(Folder() / "000001-100-000000.unfinished", -1);
  EXPECT_THAT(games.Take(1), IsEmpty());
  EXPECT_THAT(FilesIn(Folder()), IsEmpty());
}

TEST_F(UnfinishedGamesTest, APlayerGoesOnWithTheGamesOfOneThatWasStopped) {
  OpenRun({"workers.workers=1", "workers.slots=8"});
  AddModel(0);
  const auto play = [&](int64_t games) {
    Progress progress;
    const RunSelfPlayOptions options = {.stream = ClaimStream(run()), .games = games};
    RunSelfPlay(config_, *folder_, options, Rng(1), &progress).Run({});
  };
  play(1);
  ASSERT_THAT(FilesIn(Folder()), ElementsAre("000000-100-000000.unfinished"));
  const std::vector<GameRecord> begun = ReadShard(Folder() / "000000-100-000000.unfinished");
  AddModel(1);
  play(60);
  const std::vector<GameRecord> games = Games();
  CheckGames(games);
  for (const GameRecord& game : begun) {
    EXPECT_EQ(std::ranges::count_if(games,
                                    [&](const GameRecord& whole) {
                                      return whole.turns.size() >= game.turns.size() &&
                                             std::equal(game.turns.begin(), game.turns.end(),
                                                        whole.turns.begin());
                                    }),
              1);
  }
  EXPECT_THAT(AttackersOf(games), testing::Contains(testing::Key("000000-000001")));
}

TEST_F(UnfinishedGamesTest, ARunThatIsSetBackMovesThoseOfLaterModels) {
  OpenRun();
  { const RunTrainer first_model(config_, *folder_); }
  UnfinishedGames(run(), 100, Rng(1)).Leave(0, Begun(0, 1));
  UnfinishedGames(run(), 100, Rng(1)).Leave(1, Begun(10, 1));
  const RunTrainer again(config_, *folder_);
  EXPECT_THAT(FilesIn(Folder()), ElementsAre("000000-100-000000.unfinished"));
  EXPECT_THAT(FilesIn(run() / "backups/0001/unfinished"),
              ElementsAre("000001-100-000000.unfinished"));
}

}  // namespace
}  // namespace raichi
