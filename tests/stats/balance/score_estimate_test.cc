#include "stats/balance/score_estimate.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/stats/balance/simulated_study.h"

namespace raichi {
namespace {

TEST(ScoreEstimateTest, AveragesOverPairsOfSeeds) {
  // Many games of one pair do not count more: the pairs' scores are 1, 1/2, 0 and missing.
  CrossPlay play{.seeds = 2};
  for (uint32_t i = 0; i < 10; ++i) play.games.push_back({0, 0, i, Result::kAttackersWin});
  play.games.push_back({0, 1, 10, Result::kDraw});
  play.games.push_back({1, 0, 11, Result::kDefendersWin});
  const ScoreEstimate estimate = EstimateScore(play);
  EXPECT_DOUBLE_EQ(estimate.score, 0.5);
  EXPECT_DOUBLE_EQ(estimate.draws, 1.0 / 3);
  EXPECT_DOUBLE_EQ(estimate.by_seed[0], (0.75 + 0.5) / 2);
  EXPECT_DOUBLE_EQ(estimate.by_seed[1], (0 + 0.5) / 2);
}

TEST(ScoreEstimateTest, WithoutASideASeedHasNoScore) {
  const CrossPlay play{.seeds = 2, .games = {{0, 0, 0, Result::kDraw}, {0, 1, 1, Result::kDraw}}};
  EXPECT_TRUE(std::isnan(EstimateScore(play).by_seed[1]));
}

TEST(ScoreEstimateTest, OfOneSeedIsAboutTheNormalInterval) {
  const ScoreEstimate estimate = EstimateScore(GamesOfOneSeed(240, 0, 160));
  EXPECT_DOUBLE_EQ(estimate.score, 0.6);
  const double half = 1.96 * std::sqrt(0.6 * 0.4 / 400);
  EXPECT_NEAR(estimate.low, 0.6 - half, 0.006);
  EXPECT_NEAR(estimate.high, 0.6 + half, 0.006);
  EXPECT_EQ(estimate.seed_spread, 0);
}

TEST(ScoreEstimateTest, AllWinsAreNotCertain) {
  const ScoreEstimate wins = EstimateScore(GamesOfOneSeed(100, 0, 0));
  EXPECT_EQ(wins.score, 1);
  EXPECT_EQ(wins.high, 1);
  EXPECT_NEAR(wins.low, 0.9638, 1e-4);  // Clopper and Pearson for 100 of 100.
  EXPECT_EQ(wins.draws, 0);
  const ScoreEstimate losses = EstimateScore(GamesOfOneSeed(0, 0, 100));
  EXPECT_EQ(losses.low, 0);
  EXPECT_NEAR(losses.high, 0.0362, 1e-4);
  // One game less than all tells less than a bound further away would.
  EXPECT_LT(EstimateScore(GamesOfOneSeed(99, 0, 1)).low, wins.low);
}

TEST(ScoreEstimateTest, AllDrawsAreNotCertain) {
  const ScoreEstimate draws = EstimateScore(GamesOfOneSeed(0, 100, 0));
  EXPECT_EQ(draws.score, 0.5);
  EXPECT_NEAR(draws.low, 0.5 - 0.0362 / 2, 1e-4);
  EXPECT_NEAR(draws.high, 0.5 + 0.0362 / 2, 1e-4);
  EXPECT_EQ(draws.draws, 1);
  CrossPlay alike = GamesOfOneSeed(0, 100, 0);
  for (StudyGame& game : alike.games) game.opening /= 50;
  EXPECT_NEAR(EstimateScore(alike).low, 0.5 * std::sqrt(0.025), 1e-9);  // two of two
}

TEST(ScoreEstimateTest, OfWonGamesOpeningsCountAndNotGames) {
  CrossPlay play = GamesOfOneSeed(100, 0, 0);
  for (StudyGame& game : play.games) game.opening /= 10;
  EXPECT_NEAR(EstimateScore(play).low, 0.6915, 1e-4);  // 10 of 10.
}

TEST(ScoreEstimateTest, APriorNarrowsTheIntervalOfFewSeeds) {
  Rng rng(1);
  const CrossPlay play =
      Simulate({.logit = 0.3, .draws = 0.2}, DrawSeedEffects(4, 0.1, &rng), &rng);
  const SeedPrior prior{.between = 0.01, .degrees = 40};
  const ScoreEstimate alone = EstimateScore(play), moderated = EstimateScore(play, prior);
  EXPECT_DOUBLE_EQ(alone.score, moderated.score);
  EXPECT_LT(moderated.high - moderated.low, 0.8 * (alone.high - alone.low));
  ScoreEstimate again = alone;
  Moderate(prior, &again);
  EXPECT_EQ(again.low, moderated.low);
  EXPECT_EQ(again.high, moderated.high);
  EXPECT_LT(EstimateScore(play, prior, 0.99).low, moderated.low);
}

TEST(ScoreEstimateTest, EstimatesTheSpreadBetweenSeeds) {
  Rng rng(2);
  double sum = 0, sum_of_none = 0;
  for (int i = 0; i < 40; ++i) {
    const StudyPlan plan{.games_per_pair = 16};
    sum += EstimateScore(Simulate(plan, DrawSeedEffects(5, 0.8, &rng), &rng)).seed_spread;
    sum_of_none += EstimateScore(Simulate(plan, DrawSeedEffects(5, 0, &rng), &rng)).seed_spread;
  }
  EXPECT_NEAR(sum / 40, 0.17, 0.03);  // The deviation of the chance of such a logit.
  EXPECT_LT(sum_of_none / 40, 0.04);
}

TEST(ScoreEstimateTest, SeedsThatAreAlikeHardlyWidenTheInterval) {
  Rng rng(4);
  double sum = 0;
  for (int i = 0; i < 20; ++i) {
    const CrossPlay play = Simulate({.games_per_pair = 4}, DrawSeedEffects(10, 0, &rng), &rng);
    const ScoreEstimate estimate = EstimateScore(play);
    sum += (estimate.high - estimate.low) / 2;
  }
  const double by_games = 1.96 * 0.5 / std::sqrt(400);
  EXPECT_GT(sum / 20, by_games);
  EXPECT_LT(sum / 20, 1.5 * by_games);
}

TEST(ScoreEstimateTest, DifferentSeedsWidenTheInterval) {
  Rng rng(5);
  const CrossPlay play = Simulate({.games_per_pair = 25}, {{-1, 0, 0, 1}, {-1, 0, 0, 1}}, &rng);
  const ScoreEstimate estimate = EstimateScore(play);
  EXPECT_LT(estimate.low, 0.3);
  EXPECT_GT(estimate.high, 0.7);
}

/// The share of simulated studies whose interval contains the mean of the score over all seeds.
double CoverageOfScores(int seeds, double spread, const StudyPlan& plan) {
  Rng rng(3);
  const SeedEffects many = DrawSeedEffects(100000, spread, &rng);
  double truth = 0;
  for (size_t k = 0; k < many.attacks.size(); ++k) {
    truth += ChanceOfLogit(plan.logit + many.attacks[k] + many.defends[k]) / 100000;
  }
  truth = plan.draws / 2 + (1 - plan.draws) * truth;
  int covered = 0;
  for (int i = 0; i < 200; ++i) {
    const CrossPlay play = Simulate(plan, DrawSeedEffects(seeds, spread, &rng), &rng);
    const ScoreEstimate estimate = EstimateScore(play);
    if (estimate.low <= truth && truth <= estimate.high) ++covered;
  }
  return covered / 200.0;
}

TEST(ScoreEstimateTest, IntervalsCoverTheTruth) {
  EXPECT_GE(CoverageOfScores(4, 0.5, {.logit = 0.5, .games_per_pair = 10, .draws = 0.15}), 0.92);
  EXPECT_GE(CoverageOfScores(3, 0.2, {.logit = -2, .games_per_pair = 12}), 0.92);
  EXPECT_GE(CoverageOfScores(1, 0, {.logit = 0.5, .games_per_pair = 200, .draws = 0.15}), 0.92);
  EXPECT_GE(
      CoverageOfScores(
          1, 0, {.logit = 0, .games_per_pair = 200, .opening_spread = 1, .games_per_opening = 4}),
      0.92);
}

}  // namespace
}  // namespace raichi
