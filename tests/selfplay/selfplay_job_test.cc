#include "selfplay/play/selfplay_job.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iterator>
#include <map>
#include <thread>
#include <utility>

#include "base/files/output_file.h"
#include "mcts/evaluators/plain_evaluators.h"
#include "selfplay/play/game_start.h"
#include "selfplay/records/shard.h"
#include "selfplay/records/shard_folder.h"
#include "tests/selfplay/evaluators.h"
#include "tests/selfplay/games.h"
#include "tests/selfplay/no_large_files.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// An evaluator that becomes slow once thirty games have begun, so that a stop comes before the
/// end.
class TiringEvaluator : public FakeEvaluator {
 public:
  explicit TiringEvaluator(const std::atomic<int>* games) : FakeEvaluator(5), games_(games) {}
  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    if (*games_ >= 30) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    FakeEvaluator::Evaluate(leaves, out);
  }

 private:
  const std::atomic<int>* games_;
};

class SelfPlayJobTest : public testing::Test {
 protected:
  SelfPlayJobTest() {
    job_.setup.config.full_visits = 12;
    job_.setup.config.fast_visits = 4;
    job_.setup.config.max_plies = 40;
    job_.setup.config.opening_random_plies = 4;
    job_.setup.config.resign_threshold = 0.3f;
    job_.setup.seed = 11;
    job_.setup.rules = {Variant("brandubh")};
    job_.num_games = 20;
    job_.games_per_shard = 8;
    job_.slots = 3;
    hooks_.new_evaluator = [](int) { return std::make_unique<FakeEvaluator>(5); };
    hooks_.model = [] { return "fake"; };
  }
  JobOutcome Run(const std::filesystem::path& folder, const std::stop_token& stop = {}) {
    job_.folder = folder;
    return PlayJob(job_, hooks_, stop, &progress_);
  }
  static std::map<std::string, std::string> Contents(const std::filesystem::path& folder) {
    std::map<std::string, std::string> contents;
    for (const std::string& name : FilesIn(folder)) contents[name] = BytesOf(folder / name);
    return contents;
  }
  static std::vector<GameRecord> GamesIn(const std::filesystem::path& folder) {
    std::vector<GameRecord> games;
    for (const std::filesystem::path& path : ShardsIn(folder)) {
      std::ranges::move(ReadShard(path), std::back_inserter(games));
    }
    return games;
  }

  SelfPlayJob job_;
  SelfPlayHooks hooks_;
  SelfPlayProgress progress_;
  const TemporaryFolder folder_;
};

TEST_F(SelfPlayJobTest, WritesShardsOfFixedBlocks) {
  std::vector<std::filesystem::path> told;
  hooks_.on_shard = [&](const std::filesystem::path& path, std::span<const GameRecord> games) {
    EXPECT_EQ(ReadShard(path), std::vector<GameRecord>(games.begin(), games.end()));
    told.push_back(path);
  };
  const JobOutcome outcome = Run(folder_.path());
  EXPECT_TRUE(outcome.complete);
  EXPECT_EQ(outcome.games_written, 20u);
  EXPECT_EQ(outcome.shards_written, 3u);
  EXPECT_EQ(told.size(), 3u);
  EXPECT_THAT(FilesIn(folder_.path()),
              ElementsAre("000000000000.games", "000000000008.games", "000000000016.games"));
  uint64_t id = 0;
  for (const GameRecord& record : GamesIn(folder_.path())) {
    EXPECT_EQ(record.game_id, id++);
    EXPECT_NO_THROW(CheckRecord(record, job_.setup.rules[0]));
  }
  EXPECT_EQ(id, 20u);
}

TEST_F(SelfPlayJobTest, CountsWhatItPlays) {
  Run(folder_.path());
  const SelfPlayStats stats = progress_.Snapshot();
  EXPECT_EQ(stats.games, 20u);
  EXPECT_EQ(stats.attackers_wins + stats.defenders_wins + stats.draws, 20u);
  EXPECT_GT(stats.evaluations, stats.searched_turns);
  EXPECT_EQ(stats.batch_room, 3 * stats.batches);
  EXPECT_GT(stats.BatchFill(), 0.8);
  EXPECT_LE(stats.BatchFill(), 1.0);
  uint64_t plies = 0, full = 0, visits = 0;
  for (const GameRecord& record : GamesIn(folder_.path())) {
    plies += record.turns.size();
    for (const TurnRecord& turn : record.turns) {
      full += turn.full_search ? 1 : 0;
      for (const auto& [move, count] : turn.visits) visits += count;
    }
  }
  EXPECT_EQ(stats.plies, plies);
  EXPECT_EQ(stats.full_turns, full);
  // The turn in which a side resigns is searched but not recorded.
  EXPECT_GE(stats.visits, visits);
  EXPECT_LT(stats.visits, visits + 20 * static_cast<uint64_t>(job_.setup.config.full_visits));
}

TEST_F(SelfPlayJobTest, ShardsDoNotDependOnWorkersOrSlots) {
  Run(folder_.path());
  const auto expected = Contents(folder_.path());
  for (const auto& [workers, slots] : {std::pair{1, 1}, {1, 50}, {2, 2}, {4, 5}}) {
    const TemporaryFolder other;
    job_.workers = workers;
    job_.slots = slots;
    Run(other.path());
    EXPECT_EQ(Contents(other.path()), expected) << workers << " workers, " << slots << " slots";
  }
}

TEST_F(SelfPlayJobTest, AnotherSeedOrModelIsAnotherRun) {
  Run(folder_.path());
  const auto expected = Contents(folder_.path());
  const TemporaryFolder seed, model;
  hooks_.new_evaluator = [](int) { return std::make_unique<FakeEvaluator>(6); };
  Run(model.path());
  EXPECT_NE(Contents(model.path()), expected);
  hooks_.new_evaluator = [](int) { return std::make_unique<FakeEvaluator>(5); };
  job_.setup.seed = 12;
  Run(seed.path());
  EXPECT_NE(Contents(seed.path()), expected);
}

TEST_F(SelfPlayJobTest, ResumesWhereShardsAreMissingOrBad) {
  job_.num_games = 32;
  Run(folder_.path());
  const auto expected = Contents(folder_.path());
  std::filesystem::remove(folder_ / "000000000008.games");
  std::string bad = BytesOf(folder_ / "000000000016.games");
  bad[bad.size() / 2] = static_cast<char>(bad[bad.size() / 2] ^ 4);
  WriteBytes(folder_ / "000000000016.games", bad);
  WriteBytes(folder_ / "000000000024.games.tmp", "left over");

  job_.workers = 2;
  const JobOutcome outcome = Run(folder_.path());
  EXPECT_EQ(outcome.games_found, 16u);
  EXPECT_EQ(outcome.games_written, 16u);
  auto contents = Contents(folder_.path());
  EXPECT_EQ(contents.extract("000000000016.games.bad").mapped(), bad);
  contents.erase("000000000024.games.tmp");
  EXPECT_EQ(contents, expected);

  const JobOutcome again = Run(folder_.path());
  EXPECT_TRUE(again.complete);
  EXPECT_EQ(again.games_found, 32u);
  EXPECT_EQ(again.games_written, 0u);
}

TEST_F(SelfPlayJobTest, AStopKeepsWholeGamesInGoodShardsAndLeavesTheRestToBePlayed) {
  const TemporaryFolder whole;
  job_.num_games = 64;
  Run(whole.path());

  job_.workers = 2;
  std::atomic<int> begun = 0;
  hooks_.model = [&] {
    ++begun;
    return "fake";
  };
  hooks_.new_evaluator = [&](int) { return std::make_unique<TiringEvaluator>(&begun); };
  std::stop_source source;
  hooks_.on_shard = [&](const auto&, const auto&) { source.request_stop(); };
  const JobOutcome outcome = Run(folder_.path(), source.get_token());
  EXPECT_FALSE(outcome.complete);
  for (const std::string& name : FilesIn(folder_.path())) {
    EXPECT_EQ(std::filesystem::path(name).extension(), ".games");
    EXPECT_NO_THROW(ReadShard(folder_ / name));
  }
  EXPECT_GE(outcome.games_written, 8u);
  begun = -1000;
  hooks_.on_shard = nullptr;
  const JobOutcome rest = Run(folder_.path());
  EXPECT_TRUE(rest.complete);
  EXPECT_EQ(rest.games_found, outcome.games_written);
  EXPECT_EQ(rest.games_found + rest.games_written, 64u);
  EXPECT_EQ(GamesIn(folder_.path()), GamesIn(whole.path()));
}

TEST_F(SelfPlayJobTest, ADeadlineEndsARunThatWouldNotEnd) {
  job_.num_games = 1'000'000;
  int polls = 0;
  hooks_.should_stop = [&] { return ++polls > 3; };
  EXPECT_FALSE(Run(folder_.path()).complete);
  for (const std::string& name : FilesIn(folder_.path())) {
    EXPECT_NO_THROW(ReadShard(folder_ / name));
  }
}

class ThrowingEvaluator : public FakeEvaluator {
 public:
  ThrowingEvaluator() : FakeEvaluator(1) {}
  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    if (++calls_ > 100) throw Error("the network is gone");
    FakeEvaluator::Evaluate(leaves, out);
  }

 private:
  int calls_ = 0;
};

TEST_F(SelfPlayJobTest, PassesOnWhatAWorkerThrows) {
  job_.workers = 2;
  job_.num_games = 100'000;
  hooks_.new_evaluator = [](int worker) -> std::unique_ptr<Evaluator> {
    if (worker == 1) return std::make_unique<ThrowingEvaluator>();
    return std::make_unique<FakeEvaluator>(5);
  };
  EXPECT_EQ(ErrorOf([&] { Run(folder_.path()); }), "the network is gone");
}

TEST_F(SelfPlayJobTest, AFullDiskEndsTheRunWithAnErrorAndTheGoodShardsStay) {
  const uint64_t games = std::exchange(job_.num_games, 8);
  Run(folder_.path());
  job_.num_games = games;
  job_.workers = 2;
  {
    const NoLargeFiles full;
    EXPECT_THAT(ErrorOf([&] { Run(folder_.path()); }), HasSubstr("File too large"));
  }
  EXPECT_FALSE(ShardsIn(folder_.path()).empty());
  for (const std::filesystem::path& path : ShardsIn(folder_.path()))
    EXPECT_NO_THROW(ReadShard(path));
  EXPECT_TRUE(Run(folder_.path()).complete);
}

TEST_F(SelfPlayJobTest, GamesOfAnotherSeedAreNotMixedIn) {
  Run(folder_.path());
  const auto before = Contents(folder_.path());
  job_.num_games += 8;
  job_.setup.seed += 1;
  EXPECT_THAT(ErrorOf([&] { Run(folder_.path()); }), HasSubstr("holds games of seed"));
  EXPECT_EQ(Contents(folder_.path()), before);
  job_.setup.seed -= 1;
  EXPECT_TRUE(Run(folder_.path()).complete);
}

TEST_F(SelfPlayJobTest, GamesOfAnotherModelAreNotMixedIn) {
  Run(folder_.path());
  const auto before = Contents(folder_.path());
  job_.num_games += 8;
  hooks_.model = [] { return "other"; };
  EXPECT_EQ(ErrorOf([&] { Run(folder_.path()); }),
            folder_.path().string() +
                ": holds games of model fake, not other; continue with the same model or choose "
                "another folder");
  EXPECT_EQ(Contents(folder_.path()), before);
}

TEST_F(SelfPlayJobTest, GamesOfOtherRulesAreNotMixedIn) {
  job_.setup.rules = {Variant("brandubh"), Variant("fetlar")};
  Run(folder_.path());
  const auto before = Contents(folder_.path());
  job_.num_games += 8;
  EXPECT_NE(RulesOfGame(job_.setup, 0), RulesOfGame(job_.setup, 16));
  const auto rules = job_.setup.rules;
  for (const auto& others : {std::vector{rules[0]},
                             {rules[1]},
                             {rules[1], rules[0]},
                             {rules[0], rules[1], Variant("tablutzero")}}) {
    job_.setup.rules = others;
    EXPECT_THAT(ErrorOf([&] { Run(folder_.path()); }), HasSubstr(": holds games of rules "));
    EXPECT_EQ(Contents(folder_.path()), before);
  }
  job_.setup.rules = rules;
  EXPECT_TRUE(Run(folder_.path()).complete);
}

TEST_F(SelfPlayJobTest, AMissingFolderIsAnError) {
  EXPECT_THAT(ErrorOf([&] { Run(folder_ / "none"); }), HasSubstr("cannot create"));
}

TEST_F(SelfPlayJobTest, RefusesSenselessRuns) {
  job_.slots = 0;
  EXPECT_THAT(ErrorOf([&] { Run(folder_.path()); }), HasSubstr("slots"));
  job_.slots = 1;
  job_.setup.rules.clear();
  EXPECT_THAT(ErrorOf([&] { Run(folder_.path()); }), HasSubstr("rule set"));
}

TEST_F(SelfPlayJobTest, NoGamesAreComplete) {
  job_.num_games = 0;
  EXPECT_TRUE(Run(folder_.path()).complete);
}

}  // namespace
}  // namespace raichi
