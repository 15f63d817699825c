#include "run/stream/run_selfplay.h"

#include <gmock/gmock.h>

#include <thread>

#include "base/files/files.h"
#include "base/json.h"
#include "run/files/state.h"
#include "run/sharing/stream_claim.h"
#include "run/stream/selfplay_stream.h"
#include "tests/nn/helpers.h"
#include "tests/run/fake_run.h"

namespace raichi {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

class RunSelfPlayTest : public FakeRun {
 protected:
  void AddShard(int model, int stream, int number, size_t games) const {
    const std::filesystem::path path = Shard(model, stream, number);
    EnsureFolder(path.parent_path());
    const uint64_t id = (static_cast<uint64_t>(stream) << 40) + static_cast<uint64_t>(number) * 100;
    WriteShard(path, RandomRecords("brandubh", id, games));
  }
  std::filesystem::path Shard(int model, int stream, int number) const {
    return NewShardPath(folder_->games(),
                        fmt::format("{:06}-{:02}-{:06}.games", model, stream, number));
  }
  /// Returns the names of the shards of the streams that were claimed.
  std::vector<std::string> ClaimedShards() const {
    std::vector<std::string> names;
    for (const auto& shard : Shards()) {
      const std::string name = shard.filename();
      if (name.size() > std::string("000000-00-000000.games").size()) names.push_back(name);
    }
    return names;
  }
  void Run(const std::stop_token& stop, int64_t games = 0) {
    Progress progress;
    const RunSelfPlayOptions options = {
        .stream = ClaimStream(run()), .games = games, .patience = milliseconds(100)};
    RunSelfPlay(config_, *folder_, options, Rng(1), &progress).Run(stop);
  }
  /// Runs a player until it has written a shard; meanwhile calls `act` once.
  void RunUntilAShardIsThere(const std::function<void()>& act) {
    std::stop_source stop;
    const std::jthread watch([&] {
      act();
      while (ClaimedShards().empty()) std::this_thread::sleep_for(milliseconds(20));
      stop.request_stop();
    });
    Run(stop.get_token());
  }
};

TEST_F(RunSelfPlayTest, PlaysTheGamesThatWereAskedFor) {
  OpenRun();
  AddModel(0);
  Run({}, 30);  // more than two iterations, and nobody trains
  EXPECT_GE(Games().size(), 30u);
  CheckGames(Games());
  EXPECT_THAT(ClaimedShards(), Each(testing::StartsWith("000000-100-")));
  Run({}, 3);
  CheckGames(Games());
  EXPECT_EQ(Games().back().game_id >> 40, 101u);
}

TEST_F(RunSelfPlayTest, WaitsForTheFirstModel) {
  OpenRun();
  RunUntilAShardIsThere([&] {
    std::this_thread::sleep_for(milliseconds(100));
    EXPECT_THAT(Shards(), IsEmpty());
    AddModel(0);
    WriteNewestModel(folder_->models(), 0);
  });
  EXPECT_THAT(ClaimedShards(), Not(IsEmpty()));
}

TEST_F(RunSelfPlayTest, PausesWhileTooManyGamesWaitForTraining) {
  OpenRun({"loop.games_per_iteration=4"});
  AddModel(0);
  WriteNewestModel(folder_->models(), 0);
  AddShard(0, 1, 0, 9);
  RunUntilAShardIsThere([&] {
    std::this_thread::sleep_for(milliseconds(500));
    EXPECT_THAT(ClaimedShards(), IsEmpty());
    AddModel(1);
    WriteNewestModel(folder_->models(), 1);
  });
  EXPECT_THAT(ClaimedShards(), Each(testing::StartsWith("000001-100-")));
}

TEST_F(RunSelfPlayTest, AStopEndsAPause) {
  OpenRun({"loop.games_per_iteration=1"});
  AddModel(0);
  AddShard(0, 1, 0, 9);
  std::stop_source stop;
  const std::jthread stopper([&] {
    std::this_thread::sleep_for(milliseconds(200));
    stop.request_stop();
  });
  Run(stop.get_token());
  EXPECT_THAT(ClaimedShards(), IsEmpty());
}

TEST_F(RunSelfPlayTest, APretendedNetworkNeedsNoModelAndIsTheSameForAll) {
  OpenRun();
  std::filesystem::create_directories(folder_->Model(0));  // without weights
  SelfPlayStream player(config_, *folder_,
                        {.stream = {.number = 3}, .pretended_network = milliseconds(1)});
  const SelfPlaySummary summary = player.PlayMore(0, 5, {}, NeverEnds);
  EXPECT_GE(summary.stats.games, 5u);
  EXPECT_EQ(summary.network.text, "");
  CheckGames(Games());
  Game game(config_.rule_sets[0]);
  MoveList moves;
  game.LegalMoves(&moves);
  const LeafRequest leaf = {&game, {moves.data(), moves.size()}};
  std::array<Evaluation, 2> answers;
  for (Evaluation& answer : answers) {
    const auto start = std::chrono::steady_clock::now();
    PretendNetwork("000000", milliseconds(20))->Evaluate({&leaf, 1}, {&answer, 1});
    EXPECT_GE(std::chrono::steady_clock::now() - start, milliseconds(20));
  }
  EXPECT_EQ(answers[0].priors, answers[1].priors);
  EXPECT_EQ(answers[0].win, answers[1].win);
}

class BacklogTest : public RunSelfPlayTest {
 protected:
  const Backlog::Time start_{};
};

TEST_F(BacklogTest, CountsTheGamesOfTheNewestModel) {
  OpenRun();
  Backlog backlog(folder_->games(), Rng(1));
  EXPECT_FALSE(backlog.IsLongerThan(0, 1, start_));
  for (int number = 0; number < 10; ++number) AddShard(1, number % 3, number, 3);
  AddShard(0, 1, 0, 20);
  EXPECT_FALSE(backlog.IsLongerThan(29, 1, start_ + seconds(19)));  // it has just looked
  EXPECT_TRUE(backlog.IsLongerThan(29, 1, start_ + seconds(41)));
  EXPECT_EQ(backlog.games(), 30);
  EXPECT_FALSE(backlog.IsLongerThan(30, 1, start_ + seconds(41)));
  EXPECT_FALSE(backlog.IsLongerThan(0, 2, start_ + seconds(41)));  // of a newer model there is none
  EXPECT_FALSE(backlog.IsLongerThan(19, 0, start_ + seconds(120)));  // nor has it looked for others
  EXPECT_TRUE(backlog.IsLongerThan(19, 0, start_ + seconds(161)));
}

TEST_F(BacklogTest, LooksSoonerIfGamesAreFast) {
  OpenRun();
  Backlog backlog(folder_->games(), Rng(1));
  EXPECT_FALSE(backlog.IsLongerThan(0, 0, start_));
  for (int number = 0; number < 10; ++number) AddShard(0, 1, number, 41);
  EXPECT_TRUE(backlog.IsLongerThan(20, 0, start_ + seconds(41)));  // ten games a second
  EXPECT_FALSE(backlog.IsLongerThan(20, 1, start_ + seconds(42)));
  for (int number = 0; number < 10; ++number) AddShard(1, 1, number, 41);
  EXPECT_FALSE(backlog.IsLongerThan(20, 1, start_ + seconds(43)));
  EXPECT_TRUE(backlog.IsLongerThan(20, 1, start_ + seconds(45)));
}

TEST_F(BacklogTest, ShardsOfDifferentSizesAndUnreadableOnesAreEstimated) {
  OpenRun();
  for (int number = 0; number < 8; ++number) AddShard(0, 1, number, number < 4 ? 1 : 9);
  WriteBytes(Shard(0, 2, 0), "not a shard");
  Backlog backlog(folder_->games(), Rng(1));
  Backlog::Time now = start_;
  for (int look = 0; look < 20; ++look) backlog.IsLongerThan(0, 0, now += seconds(41));
  EXPECT_EQ(backlog.games(), 45);  // nine shards of five games, once all headers are known
}

using NewestModelTest = FakeRun;

TEST_F(NewestModelTest, ThePointerNamesIt) {
  OpenRun();
  const std::filesystem::path models = folder_->models();
  EXPECT_EQ(ReadNewestModel(models), std::nullopt);
  EXPECT_EQ(NewestModelWatch(models, Rng(1)).Look(), std::nullopt);
  for (const int model : {0, 1, 2}) AddModel(model);
  EXPECT_EQ(NewestModelWatch(models, Rng(1)).Look(), 2);  // a run of an older program
  WriteNewestModel(models, 1);
  const std::string pointer = BytesOf(models / "newest");
  EXPECT_EQ(pointer, WithSumLine("000001\n"));
  EXPECT_EQ(ReadNewestModel(models), 1);
  EXPECT_EQ(NewestModelWatch(models, Rng(1)).Look(), 1);
  EXPECT_THAT(folder_->Models(), ElementsAre(0, 1, 2));
  WriteBytes(models / "newest", "000000\n");  // of an older program
  EXPECT_EQ(NewestModelWatch(models, Rng(1)).Look(), 0);
  std::string changed = pointer;
  changed[5] = '0';
  for (const std::string& damaged : {std::string("nonsense"), std::string("000000"), changed,
                                     pointer.substr(0, 12), pointer + "\n"}) {
    WriteBytes(models / "newest", damaged);
    EXPECT_EQ(ReadNewestModel(models), std::nullopt) << damaged;
    EXPECT_EQ(NewestModelWatch(models, Rng(1)).Look(), 2);
  }
}

TEST_F(NewestModelTest, AModelThatCannotBeReadYetIsPassedOver) {
  OpenRun();
  AddModel(0);
  WriteNewestModel(folder_->models(), 1);  // its folder is not visible here yet
  NewestModelWatch watch(folder_->models(), Rng(1));
  EXPECT_EQ(watch.Look(), 0);
  std::filesystem::create_directories(folder_->Model(1));
  EXPECT_EQ(watch.Look(), 0);
  AddModel(1);
  EXPECT_EQ(watch.Look(), 1);
}

TEST_F(NewestModelTest, LooksEveryTwoToFiveSeconds) {
  OpenRun();
  for (const int model : {0, 1}) AddModel(model);
  WriteNewestModel(folder_->models(), 1);
  NewestModelWatch watch(folder_->models(), Rng(1));
  const NewestModelWatch::Time start{};
  EXPECT_FALSE(watch.IsOtherThan(0, start));
  EXPECT_FALSE(watch.IsOtherThan(0, start + milliseconds(1999)));
  EXPECT_TRUE(watch.IsOtherThan(0, start + seconds(5)));
  EXPECT_FALSE(watch.IsOtherThan(0, start + milliseconds(6999)));
  EXPECT_FALSE(watch.IsOtherThan(1, start + seconds(10)));
  for (int i = 0; i < 100; ++i) {
    EXPECT_GE(watch.Pause(), seconds(2));
    EXPECT_LE(watch.Pause(), seconds(5));
  }
}

using GameCounterTest = RunSelfPlayTest;

TEST_F(GameCounterTest, AShardThatCannotBeReadYetCountsLater) {
  OpenRun();
  AddShard(0, 1, 0, 3);
  std::filesystem::create_symlink(run() / "elsewhere", Shard(0, 1, 1));  // is not followed
  WriteBytes(Shard(0, 1, 2), "not whole yet");
  GameCounter counter(folder_->games());
  EXPECT_EQ(counter.CountAll(0), 3);
  EXPECT_EQ(counter.Count(0), 3);
  std::filesystem::remove(Shard(0, 1, 1));
  WriteShard(Shard(0, 1, 1), RandomRecords("brandubh", 500, 2));
  EXPECT_EQ(counter.Count(0), 5);
  std::filesystem::remove(Shard(0, 1, 2));
  AddShard(0, 1, 2, 4);
  EXPECT_EQ(counter.Count(0), 9);
}

TEST(DescribeStreamTest, WithoutGamesThereAreNoFigures) {
  EXPECT_EQ(DescribeStream({}), "self-play: no new games");
  SelfPlaySummary summary;
  summary.stats.games = 1;
  summary.stats.plies = 30;
  summary.seconds = 1;
  EXPECT_THAT(DescribeStream(summary), testing::StartsWith("self-play: 1 game, 30 plies each, "));
}

TEST_F(GameCounterTest, OnlyTheNewestModelsAreListedWhileItWaits) {
  OpenRun();
  for (int model = 0; model < 6; ++model) AddShard(model, 1, 0, 1);
  GameCounter counter(folder_->games());
  EXPECT_EQ(counter.CountAll(5), 6);
  AddShard(5, 1, 1, 10);
  AddShard(2, 1, 1, 10);
  EXPECT_EQ(counter.Count(5), 26);
  AddShard(1, 1, 1, 10);
  EXPECT_EQ(counter.Count(5), 26);
  EXPECT_EQ(counter.CountAll(5), 36);
  RenameToBad(Shard(5, 1, 1));
  EXPECT_EQ(counter.CountAll(5), 26);
}

/// Training reads them too (ReplayWindow).
TEST_F(GameCounterTest, LateShardsCountWhenTrainingBegins) {
  OpenRun();
  for (int model = 0; model < 12; ++model) AddShard(model, 1, 0, 1);
  GameCounter counter(folder_->games());
  EXPECT_EQ(counter.CountAll(11), 12);
  AddShard(12 - kNewestModels, 1, 1, 10);
  AddShard(11 - kNewestModels, 1, 1, 100);  // too old
  EXPECT_EQ(counter.Count(11), 12);
  EXPECT_EQ(counter.Recount(11), 22);
}

TEST_F(GameCounterTest, ShardsOfModelsThatAreGoneCountOnce) {
  OpenRun();
  for (int model = 0; model < 30; ++model) AddShard(model, 1, 0, 1);
  GameCounter counter(folder_->games());
  EXPECT_EQ(counter.CountAll(5), 30);  // the run was set back to model 5
  for (int newest = 5; newest < 40; ++newest) {
    EXPECT_EQ(counter.Count(newest), 30);
    EXPECT_EQ(counter.Recount(newest), 30);
  }
}

TEST_F(RunSelfPlayTest, EndsWhenTheRunIsFinishedUnlessGamesWereAskedFor) {
  OpenRun();
  AddModel(0);
  SaveRunState(run(), {.finished = true});
  Run({});
  EXPECT_THAT(Games(), IsEmpty());
  Run({}, 4);
  EXPECT_GE(std::ssize(Games()), 4);
  // While games wait for training, too.
  for (int shard = 0; shard < 4; ++shard) AddShard(0, 1, shard, 20);
  Run({});
}

}  // namespace
}  // namespace raichi
