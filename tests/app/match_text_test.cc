#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "app/matches/match_runs.h"
#include "stats/ratings/match_result.h"

namespace raichi {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(DescribeEloTest, IsAnEstimateWithItsInterval) {
  EXPECT_EQ(DescribeElo({.elo = 12.4, .low = -3.2, .high = 27.6}),
            "elo +12, 95 % interval -3 to +28");
  EXPECT_EQ(DescribeElo({.elo = -0.3, .low = -0.4, .high = 0.4}), "elo +0, 95 % interval +0 to +0");
}

TEST(DescribeEloTest, WithoutALossOrAWinItIsABound) {
  EXPECT_EQ(DescribeElo({.elo = kInfinity, .low = 190.6, .high = kInfinity}),
            "elo at least +191 (95 %; all pairs won)");
  EXPECT_EQ(DescribeElo({.elo = -kInfinity, .low = -kInfinity, .high = -190.6}),
            "elo at most -191 (95 %; all pairs lost)");
}

TEST(MatchToJsonTest, AnEvenMatchHasNoMinusZero) {
  MatchOutcome outcome;
  outcome.pairs = {0, 0, 4, 0, 0};
  outcome.result.a_attackers = outcome.result.a_defenders = {.wins = 2, .losses = 2};
  const double elo = MatchToJson(outcome, {}).at("elo");
  EXPECT_EQ(elo, 0);
  EXPECT_FALSE(std::signbit(elo));
}

TEST(FormatMatchTest, SaysThatATestWhichStoppedTheMatchBiasesItsElo) {
  MatchOutcome outcome;
  outcome.pairs = {0, 0, 4, 10, 20};
  outcome.result.a_attackers = {.wins = 30, .draws = 2, .losses = 2};
  outcome.result.a_defenders = {.wins = 20, .draws = 8, .losses = 6};
  const auto line_of_elo = [&](SprtDecision decision) {
    outcome.sprt = SprtStatus{.decision = decision};
    return FormatMatch(outcome, {})[5];
  };
  const std::string plain = line_of_elo(SprtDecision::kContinue);
  EXPECT_EQ(plain, DescribeElo(EstimateElo(outcome.pairs)));
  EXPECT_EQ(line_of_elo(SprtDecision::kAcceptElo1),
            plain + "; biased, because the test chose when to stop");
}

TEST(DescribeProgressTest, WithoutGamesThereIsNoScore) {
  MatchOutcome so_far;
  EXPECT_EQ(DescribeProgress(so_far, 50), "0 of 50 pairs");
  EXPECT_EQ(DescribeProgress(so_far, 1), "0 of 1 pair");
  so_far.sprt = SprtStatus();
  EXPECT_EQ(DescribeProgress(so_far, 50), "0 of 50 pairs");
}

TEST(DescribeProgressTest, HasPointsEloAndTheTest) {
  MatchOutcome so_far;
  so_far.result.a_attackers = {.wins = 3, .draws = 1};
  so_far.result.a_defenders = {.wins = 2, .losses = 2};
  so_far.pairs = {0, 0, 2, 1, 1};
  const std::string text =
      "4 of 50 pairs, 5.5 of 8 points, " + DescribeElo(EstimateElo(so_far.pairs));
  EXPECT_EQ(DescribeProgress(so_far, 50), text);
  so_far.sprt = SprtStatus{.llr = 0.314, .lower = -2.944, .upper = 2.944};
  EXPECT_EQ(DescribeProgress(so_far, 50), text + ", LLR 0.31 (-2.94 to 2.94)");
}

TEST(WholeEloTest, HasNoMinusZero) {
  EXPECT_FALSE(std::signbit(WholeElo(-0.4)));
  EXPECT_EQ(WholeElo(-0.6), -1);
  EXPECT_EQ(WholeElo(0.5), 1);
}

}  // namespace
}  // namespace raichi
