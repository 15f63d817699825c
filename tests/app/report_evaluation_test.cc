#include <gtest/gtest.h>

#include "app/report/evaluation.h"

namespace raichi {
namespace {

TEST(EvaluationSummaryTest, ScoresBySideAgainstFixedPlayers) {
  const std::vector<MatchResult> results = {
      {"000001", "random", "linnaeus", {8, 0, 0}, {4, 4, 0}},
      {"000002", "random", "linnaeus", {8, 0, 0}, {8, 0, 0}},
      {"000002", "000001", "linnaeus", {1, 0, 7}, {6, 0, 2}},
  };
  const std::vector<Json> lines = {
      {{"iteration", 1},
       {"seconds", 5},
       {"games", 10},
       {"selfplay", {{"evaluations_per_second", 100}, {"seconds", 2}}}},
      {{"iteration", 2}, {"seconds", 9}, {"games", 20}}};
  const Json json = EvaluationSummary(results, {"random"}, lines);
  EXPECT_EQ(json["anchor"], "random");
  ASSERT_EQ(json["models"].size(), 2u);
  const Json& first = json["models"][0];
  EXPECT_EQ(first["model"], 1);
  EXPECT_EQ(first["seconds"], 5);
  EXPECT_EQ(first["games"], 10);
  EXPECT_EQ(first["evaluations"], 200);
  // Wilson's lower bound for n wins of n is n / (n + 1.96^2).
  EXPECT_EQ(first["attackers"]["score"], 1);
  EXPECT_NEAR(first["attackers"]["low"].get<double>(), 8 / (8 + 3.8416), 1e-5);
  EXPECT_NEAR(first["attackers"]["high"].get<double>(), 1, 1e-5);
  EXPECT_EQ(first["defenders"]["score"], 0.75);
  EXPECT_EQ(json["models"][1]["attackers"]["games"], 8);  // without the games against model 1
  EXPECT_EQ(json["fixed"][0]["player"], "random");
  EXPECT_EQ(json["fixed"][0]["elo"], 0);
  ASSERT_EQ(json["sides"].size(), 1u);
  EXPECT_EQ(json["sides"][0]["rules"], "linnaeus");
  const Json& level = json["sides"][0]["levels"][0];
  EXPECT_LT(level["score_low"], level["score"]);
  EXPECT_LT(level["score"], level["score_high"]);
  EXPECT_EQ(json["newest"].size(), 2u);
  EXPECT_EQ(json["newest"][1]["attackers"]["losses"], 7);
  EXPECT_TRUE(EvaluationSummary({}, {"random"}, {}).is_null());
}

}  // namespace
}  // namespace raichi
