#include <gtest/gtest.h>

#include "app/report/openings.h"
#include "base/files/output_file.h"
#include "rules/canonical_yaml.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "selfplay/records/shard.h"

namespace raichi {
namespace {

/// Shards of games of one ply in a temporary folder.
class ReportOutcomesTest : public testing::Test {
 protected:
  void Write(const std::string& name, const std::string& rules, std::vector<Result> results) {
    std::vector<GameRecord> records;
    for (const Result result : results) {
      GameRecord& record = records.emplace_back();
      record.game_id = ++id_;
      record.rules_yaml = RecordedRules(OpenRules(rules)->data());
      record.result = result;
      record.reason = Reason::kResigned;
      record.turns.push_back({.move = ParseMove("d1-c1", 7)});
    }
    WriteShard(folder_ / name, records);
  }

  const TemporaryFolder temporary_;
  const std::filesystem::path folder_ = temporary_.path();
  uint64_t id_ = 0;
};

constexpr Result kAttackers = Result::kAttackersWin, kDefenders = Result::kDefendersWin;

TEST_F(ReportOutcomesTest, EachRuleSetHasColumnsWithARowForEachIteration) {
  Write("000000-00-000000.games", "brandubh", {kAttackers, kAttackers, kDefenders, Result::kDraw});
  Write("000001-00-000000.games", "brandubh", {kDefenders});
  Write("000001-01-000000.games", "linnaeus", {kAttackers});
  Write("000002-00-000000.games", "brandubh", {kAttackers});  // of an unfinished iteration
  const Json columns = OutcomeReader(folder_).Columns({"brandubh", "linnaeus"}, 1, {1, 2});
  ASSERT_EQ(columns.size(), 2u);
  EXPECT_EQ(columns["brandubh"]["games"], Json({4, 1}));
  EXPECT_EQ(columns["brandubh"]["attackers"], Json({0.5, 0}));
  EXPECT_EQ(columns["brandubh"]["draws"], Json({0.25, 0}));
  EXPECT_EQ(columns["brandubh"]["defenders"], Json({0.25, 1}));
  EXPECT_EQ(columns["brandubh"]["plies"], Json({1, 1}));
  EXPECT_EQ(columns["linnaeus"]["games"], Json({0, 1}));
  EXPECT_EQ(columns["linnaeus"]["attackers"], Json({nullptr, 1}));
}

TEST_F(ReportOutcomesTest, IterationsMayShareARowAndUnnamedRulesAColumn) {
  Write("000000-00-000000.games", "brandubh", {kAttackers});
  Write("000001-00-000000.games", "linnaeus", {kDefenders});
  Write("000002-00-000000.games", "linnaeus", {kDefenders});
  const Json columns = OutcomeReader(folder_).Columns({"cyningstan"}, 1, {2, 3});
  ASSERT_EQ(columns.size(), 1u);
  EXPECT_EQ(columns["other rules"]["games"], Json({2, 1}));
  EXPECT_EQ(columns["other rules"]["attackers"], Json({0.5, 0}));
}

TEST_F(ReportOutcomesTest, ALongRunIsSampledEvenly) {
  for (int model = 0; model < 10; ++model) {
    Write("00000" + std::to_string(model) + "-00-000000.games", "brandubh",
          {kAttackers, kDefenders});
  }
  const Json columns = OutcomeReader(folder_, 10).Columns({"brandubh"}, 1, {5, 10});
  EXPECT_EQ(columns["brandubh"]["games"], Json({4, 4}));  // every third shard of ten
}

TEST_F(ReportOutcomesTest, GamesOfTheRunBeforeAForkAreLeftOut) {
  Write("000000-00-000000.games", "brandubh", {kAttackers, kAttackers});
  Write("000001-00-000000.games", "brandubh", {kAttackers});
  Write("000002-00-000000.games", "brandubh", {kDefenders});  // the fork's first
  const Json columns = OutcomeReader(folder_).Columns({"brandubh"}, 3, {3, 4});
  EXPECT_EQ(columns["brandubh"]["games"], Json({1, 0}));
  EXPECT_EQ(columns["brandubh"]["attackers"], Json({0, nullptr}));
}

TEST_F(ReportOutcomesTest, AShardOfTheSameNameIsReadAgainAndOneThatIsGoneForgotten) {
  Write("000000-00-000000.games", "brandubh", {kAttackers});
  Write("000001-00-000000.games", "brandubh", {kAttackers});
  OutcomeReader reader(folder_);
  EXPECT_EQ(reader.Columns({"brandubh"}, 1, {1, 2})["brandubh"]["games"], Json({1, 1}));
  for (const char* model : {"000000", "000001"}) {  // the run is set back
    std::filesystem::remove(folder_ / (std::string(model) + "-00-000000.games"));
  }
  Write("000000-00-000000.games", "brandubh", {kDefenders, kDefenders, kDefenders});
  const Json columns = reader.Columns({"brandubh"}, 1, {1, 2});
  EXPECT_EQ(columns["brandubh"]["games"], Json({3, 0}));
  EXPECT_EQ(columns["brandubh"]["attackers"], Json({0, nullptr}));
}

}  // namespace
}  // namespace raichi
