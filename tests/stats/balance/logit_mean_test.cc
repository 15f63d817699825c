#include "stats/balance/logit_mean.h"

#include <gtest/gtest.h>

#include <array>
#include <numeric>

#include "tests/stats/balance/simulated_study.h"

namespace raichi {
namespace {

TEST(LogitMeanTest, OfOneSeedIsTheSmoothedLogit) {
  const LogitMean mean = EstimateLogitMean(GamesOfOneSeed(60, 10, 30));
  EXPECT_NEAR(mean.mean, std::log(65.5 / 35.5), 1e-9);
  // Less than that of as many games without draws.
  EXPECT_LT(mean.games_variance, 1 / 65.5 + 1 / 35.5);
  EXPECT_NEAR(EstimateLogitMean(GamesOfOneSeed(65, 0, 35)).games_variance, 1 / 65.5 + 1 / 35.5,
              5e-4);
  ASSERT_EQ(mean.influence.size(), 1u);
  EXPECT_NEAR(mean.influence[0], 0, 1e-9);
  EXPECT_EQ(mean.influence_variance, 0);
}

TEST(LogitMeanTest, IsUncertainWhenAllGamesAreWon) {
  const LogitMean mean = EstimateLogitMean(GamesOfOneSeed(100, 0, 0));
  EXPECT_NEAR(mean.mean, std::log(201), 1e-9);
  EXPECT_NEAR(mean.games_variance, 2, 0.05);
}

TEST(LogitMeanTest, AnOpeningCountsOnceWhenAllGamesEndAlike) {
  for (const auto& [wins, draws, losses] : {std::array{100, 0, 0}, {0, 0, 100}, {0, 100, 0}}) {
    CrossPlay play = GamesOfOneSeed(wins, draws, losses);
    for (StudyGame& game : play.games) game.opening %= 20;
    const LogitMean repeated = EstimateLogitMean(play);
    play.games.resize(20);
    const LogitMean once = EstimateLogitMean(play);
    EXPECT_NEAR(repeated.mean, once.mean, 1e-9);
    EXPECT_NEAR(repeated.games_variance, once.games_variance, 0.1 * once.games_variance);
  }
}

TEST(LogitMeanTest, RecoversTheEffectsOfSeeds) {
  const SeedEffects effects{{0.5, -0.3, -0.2}, {-0.4, -0.2, 0.6}};
  Rng rng(1);
  const CrossPlay play = Simulate({.logit = 0.8, .games_per_pair = 4000}, effects, &rng);
  const LogitMean mean = EstimateLogitMean(play);
  EXPECT_NEAR(mean.mean, 0.8, 0.05);
  for (size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(mean.influence[k], effects.attacks[k] + effects.defends[k], 0.1);
  }
  EXPECT_NEAR(std::accumulate(mean.influence.begin(), mean.influence.end(), 0.0), 0, 1e-9);
}

TEST(LogitMeanTest, FewGamesInEachPairDoNotPullTheMean) {
  double sum = 0;
  Rng rng(2);
  const SeedEffects none{std::vector<double>(5), std::vector<double>(5)};
  for (int i = 0; i < 300; ++i) {
    sum += EstimateLogitMean(Simulate({.logit = 1.5, .games_per_pair = 3}, none, &rng)).mean;
  }
  // Half a game each way for every pair would give about 1.1.
  EXPECT_NEAR(sum / 300, 1.5, 0.06);
}

TEST(LogitMeanTest, LeavesOutMissingPairs) {
  // The second seed defends better by 1; it never attacks itself.
  Rng rng(3);
  CrossPlay play = Simulate({.logit = 0.5, .games_per_pair = 4000}, {{0, 0}, {0.5, -0.5}}, &rng);
  std::erase_if(play.games,
                [](const StudyGame& game) { return game.attackers + game.defenders == 2; });
  const LogitMean mean = EstimateLogitMean(play);
  EXPECT_NEAR(mean.mean, 0.5, 0.07);
  EXPECT_NEAR(mean.influence[0], 0.5, 0.1);
}

TEST(LogitMeanTest, GamesOfAnOpeningAreNotIndependent) {
  CrossPlay play = GamesOfOneSeed(50, 0, 50);
  const double apart = EstimateLogitMean(play).games_variance;
  for (StudyGame& game : play.games) game.opening /= 5;  // All games of an opening end alike.
  EXPECT_NEAR(EstimateLogitMean(play).games_variance / apart, 5, 0.3);
  for (StudyGame& game : play.games) game.opening = 7;  // One opening: as if all were apart.
  EXPECT_DOUBLE_EQ(EstimateLogitMean(play).games_variance, apart);
}

TEST(LogitMeanTest, OpeningsThatAgreeByChanceProveNothing) {
  CrossPlay play = GamesOfOneSeed(60, 0, 40);
  const double apart = EstimateLogitMean(play).games_variance;
  for (size_t i = 0; i < play.games.size(); ++i) play.games[i].opening = i % 2;  // both 30 to 20
  EXPECT_NEAR(EstimateLogitMean(play).games_variance / apart, 1, 0.02);
}

}  // namespace
}  // namespace raichi
