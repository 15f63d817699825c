#include <gtest/gtest.h>

#include "app/report/metrics.h"

namespace raichi {
namespace {

TEST(EvaluationSummaryTest, TellsRatingsWorkAndResults) {
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
  EXPECT_EQ(first["samples"], 0);
  EXPECT_EQ(json["fixed"][0]["player"], "random");
  EXPECT_EQ(json["fixed"][0]["elo"], 0);
  ASSERT_EQ(json["sides"].size(), 1u);
  EXPECT_EQ(json["sides"][0]["rules"], "linnaeus");
  const Json& level = json["sides"][0]["levels"][0];
  EXPECT_LT(level["score_low"], level["score"]);
  EXPECT_LT(level["score"], level["score_high"]);
  const Json& newest = json["models"][1]["results"];
  ASSERT_EQ(newest.size(), 2u);
  EXPECT_EQ(newest[1]["opponent"], "000001");
  EXPECT_EQ(newest[1]["attackers"]["losses"], 7);
  EXPECT_EQ(json["rules"], Json::array());  // one rule set needs no table of its own
  EXPECT_TRUE(EvaluationSummary({}, {"random"}, {}).is_null());
}

TEST(EvaluationSummaryTest, RatesUnderEachRuleSetAlone) {
  const std::vector<MatchResult> results = {
      {"000001", "random", "linnaeus", {8, 0, 0}, {8, 0, 0}},
      {"000001", "random", "brandubh", {4, 0, 4}, {4, 0, 4}},
      {"000002", "random", "brandubh", {8, 0, 0}, {8, 0, 0}},
  };
  const Json json = EvaluationSummary(results, {"random"}, {});
  ASSERT_EQ(json["rules"].size(), 2u);
  const Json& brandubh = json["rules"][0];
  EXPECT_EQ(brandubh["rules"], "brandubh");
  ASSERT_EQ(brandubh["models"].size(), 2u);
  EXPECT_NEAR(brandubh["models"][0]["elo"].get<double>(), 0, 1);  // half of the points
  EXPECT_GT(brandubh["models"][1]["elo"].get<double>(), 200);
  EXPECT_EQ(brandubh["fixed"][0]["player"], "random");
  const Json& linnaeus = json["rules"][1];
  ASSERT_EQ(linnaeus["models"].size(), 1u);
  EXPECT_GT(linnaeus["models"][0]["elo"].get<double>(), 200);
}

TEST(EvaluationSummaryTest, RulesUnderWhichTheAnchorDidNotPlayHaveNoRatings) {
  const std::vector<MatchResult> results = {
      {"000001", "random", "linnaeus", {8, 0, 0}, {8, 0, 0}},
      {"000002", "000001", "linnaeus", {1, 0, 1}, {1, 0, 1}},
      {"000002", "000001", "brandubh", {1, 0, 1}, {1, 0, 1}},
  };
  const Json json = EvaluationSummary(results, {"random"}, {});
  EXPECT_EQ(json["models"].size(), 2u);
  EXPECT_EQ(json["rules"][0]["models"], Json::array());
}

TEST(EvaluationSummaryTest, TheStrongestOpponentThatHasResultsHasTheRatingZero) {
  const std::vector<MatchResult> results = {
      {"000001", "random", "linnaeus", {8, 0, 0}, {8, 0, 0}},
      {"000001", "greedy", "linnaeus", {4, 0, 4}, {4, 0, 4}},
  };
  const Json json = EvaluationSummary(results, {"random", "greedy", "alphabeta:4"}, {});
  EXPECT_EQ(json["anchor"], "greedy");
  ASSERT_EQ(json["models"].size(), 1u);
  EXPECT_NEAR(json["models"][0]["elo"].get<double>(), 0, 30);
  EXPECT_EQ(EvaluationSummary({results[0]}, {"greedy"}, {})["anchor"], "");  // nobody can be rated
}

}  // namespace
}  // namespace raichi
