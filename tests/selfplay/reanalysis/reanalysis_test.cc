#include "selfplay/play/reanalysis.h"

#include <gtest/gtest.h>

#include <map>

#include "base/files/files.h"
#include "mcts/evaluators/fake_evaluator.h"
#include "mcts/evaluators/uniform_evaluator.h"
#include "selfplay/records/shard_versions.h"
#include "tests/selfplay/games.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

using Shards = std::vector<std::vector<GameRecord>>;

Shards Played() { return {RandomRecords("linnaeus", 0, 3), RandomRecords("brandubh", 3, 4)}; }

/// Returns the shards after a reanalysis, empty if they were not finished.
Shards SearchAgain(ReanalysisJob job, bool should_stop = false) {
  job.shards = Played();
  job.budget = {.visits = 12, .noise = true};
  Shards results(job.shards.size());
  const ReanalysisHooks hooks = {
      .new_evaluator = [](int) { return std::make_unique<FakeEvaluator>(7); },
      .on_shard = [&](size_t shard, const auto& games) { results[shard] = games; },
      .should_stop = [=] { return should_stop; }};
  Reanalyse(std::move(job), hooks, {});
  return results;
}

/// Returns the game without what a reanalysis may change.
GameRecord WithoutTargets(GameRecord game) {
  for (TurnRecord& turn : game.turns) {
    if (!turn.full_search) continue;
    turn.root_value = turn.raw_value = 0;
    turn.visits.clear();
    turn.surprise.reset();
  }
  return game;
}

TEST(ReanalysisTest, ReplacesThePolicyTargetsAndNothingElse) {
  const Shards played = Played();
  for (const RootRule root : {RootRule::kPuct, RootRule::kGumbel}) {
    const Shards results = SearchAgain({.search = {.root = root}});
    for (size_t shard = 0; shard < played.size(); ++shard) {
      ASSERT_EQ(results[shard].size(), played[shard].size());
      for (size_t i = 0; i < played[shard].size(); ++i) {
        const GameRecord& before = played[shard][i];
        const GameRecord& after = results[shard][i];
        EXPECT_EQ(WithoutTargets(after), WithoutTargets(before));
        EXPECT_EQ(UnpackRecord(PackRecord(after)), after);
        EXPECT_NO_THROW(CheckRecord(after, Variant(shard == 0 ? "linnaeus" : "brandubh")));
        EXPECT_NE(after, before);
      }
    }
  }
}

TEST(ReanalysisTest, DoesNotDependOnWorkersAndSlots) {
  const Shards results = SearchAgain({.seed = 1, .workers = 1, .slots = 1});
  EXPECT_EQ(SearchAgain({.seed = 1, .workers = 3, .slots = 5}), results);
  EXPECT_NE(SearchAgain({.seed = 2, .workers = 3, .slots = 5}), results);
}

TEST(ReanalysisTest, RecordsTheSurpriseIfAsked) {
  for (const bool recorded : {false, true}) {
    int surprises = 0;
    const Shards results = SearchAgain({.record_surprise = recorded});
    for (const GameRecord& game : results[0]) {
      for (const TurnRecord& turn : game.turns) surprises += turn.surprise ? 1 : 0;
    }
    EXPECT_EQ(surprises > 0, recorded);
  }
}

TEST(ReanalysisTest, AStopDropsWhatIsNotFinished) {
  ReanalysisJob job;
  job.shards = {RandomRecords("linnaeus", 0, 20)};
  job.budget.visits = 100'000;
  int finished = 0;
  const ReanalysisHooks hooks = {
      .new_evaluator = [](int) { return std::make_unique<UniformEvaluator>(); },
      .on_shard = [&](size_t, const auto&) { ++finished; },
      .should_stop = [] { return true; }};
  Reanalyse(std::move(job), hooks, {});
  EXPECT_EQ(finished, 0);
}

TEST(ShardVersionsTest, AreFoundByShardAndModel) {
  const TemporaryFolder folder;
  EXPECT_TRUE(VersionsIn(folder / "nowhere").empty());
  for (const int model : {12, 3}) {
    const std::filesystem::path path = VersionPath(folder.path(), model, "a.games");
    std::filesystem::create_directories(path.parent_path());
    WriteBytes(path, "");
  }
  WriteBytes(folder / "000003/b.games.bad", "");
  WriteBytes(folder / "000003/c.games", "");
  std::filesystem::create_directories(folder / "notes");
  const ShardVersions expected = {{"a.games", {3, 12}}, {"c.games", {3}}};
  EXPECT_EQ(VersionsIn(folder.path()), expected);
}

}  // namespace
}  // namespace raichi
