#include "stats/balance/contrast.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "stats/balance/intervals.h"
#include "tests/stats/balance/simulated_study.h"

namespace raichi {
namespace {

/// Two cells whose seeds differ in the same way, and the difference of their logits.
std::vector<LogitMean> PairedCells(const SeedEffects& effects, Rng* rng) {
  return {EstimateLogitMean(Simulate({.logit = 0.5, .games_per_pair = 60}, effects, rng)),
          EstimateLogitMean(Simulate({.logit = 0, .games_per_pair = 60}, effects, rng))};
}

TEST(CombineTest, ErrorsThatASeedSharesCancel) {
  Rng rng(4);
  const SeedEffects effects = DrawSeedEffects(4, 0.8, &rng);
  std::vector<LogitMean> cells = PairedCells(effects, &rng);
  const Contrast paired = Combine(cells, std::vector<double>{1, -1});
  std::rotate(cells[1].influence.begin(), cells[1].influence.begin() + 1, cells[1].influence.end());
  const Contrast unpaired = Combine(cells, std::vector<double>{1, -1});
  EXPECT_DOUBLE_EQ(paired.value, unpaired.value);
  EXPECT_LT(3 * (paired.high - paired.low), unpaired.high - unpaired.low);
  EXPECT_LT(paired.p, unpaired.p);
}

TEST(CombineTest, OneSeedHasANormalInterval) {
  const LogitMean cell{.mean = 0.6, .games_variance = 0.04, .influence = {0}};
  const Contrast contrast = Combine(std::vector{cell}, std::vector<double>{2});
  EXPECT_NEAR(contrast.value, 1.2, 1e-12);
  EXPECT_NEAR(contrast.high - contrast.value, 1.96 * 0.4, 1e-4);
  EXPECT_NEAR(contrast.p, NormalTwoSidedP(3), 1e-12);
}

TEST(CombineTest, FewOpeningsHaveATInterval) {
  const LogitMean cell{.mean = 0.6, .games_variance = 0.04, .influence = {0}, .games_degrees = 2};
  const Contrast contrast = IntervalOf(cell);
  EXPECT_NEAR(contrast.high - contrast.value, 4.3027 * 0.2, 1e-4);
  EXPECT_NEAR(contrast.p, StudentTwoSidedP(3, 2), 1e-12);
}

TEST(CombineTest, SeveralSeedsHaveATInterval) {
  const LogitMean cell{
      .mean = 0.6, .games_variance = 0.01, .influence = {0.3, 0, -0.3}, .influence_variance = 0.03};
  // The variance between seeds is 0.18 / 2 - 0.03.
  const double error = std::sqrt(0.01 + 0.06 / 3);
  const Contrast contrast = Combine(std::vector{cell}, std::vector<double>{1});
  EXPECT_NEAR(contrast.high - contrast.low, 2 * 4.3027 * error, 1e-4);
  EXPECT_NEAR(contrast.p, StudentTwoSidedP(0.6 / error, 2), 1e-12);
  EXPECT_NEAR(VarianceBetweenSeeds(cell), 0.06, 1e-12);
}

TEST(CombineTest, APriorModeratesTheVarianceOfSeeds) {
  const LogitMean cell{
      .mean = 0.6, .games_variance = 0.01, .influence = {0.3, 0, -0.3}, .influence_variance = 0.03};
  const SeedPrior prior{.between = 0.12, .degrees = 6};
  // S~^2 = (6 * 0.15 + 2 * 0.09) / 8.
  EXPECT_NEAR(VarianceBetweenSeeds(cell, prior), 0.135 - 0.03, 1e-12);
  const Contrast contrast = IntervalOf(cell, prior);
  const double error = std::sqrt(0.01 + 0.105 / 3);
  EXPECT_NEAR(contrast.high - contrast.low, 2 * 2.3060 * error, 1e-4);
  EXPECT_NEAR(contrast.p, StudentTwoSidedP(0.6 / error, 8), 1e-12);
  // With more chance between seeds, the squared error is less certain than S~^2.
  LogitMean noisy = cell;
  noisy.games_variance = 0.002;
  noisy.influence_variance = 0.06;  // S~^2 = (6 * 0.18 + 2 * 0.09) / 8
  const double square = 0.002 + (0.1575 - 0.06) / 3;
  EXPECT_NEAR(IntervalOf(noisy, prior).p, StudentTwoSidedP(0.6 / std::sqrt(square), 4.1862), 1e-6);
}

/// Games of one seed that begin with these openings; each opening has its own chance.
CrossPlay SharedGames(const std::vector<double>& chances, Rng* rng) {
  CrossPlay play{.shares_openings = true};
  for (uint32_t opening = 0; opening < chances.size(); ++opening) {
    for (int game = 0; game < 2; ++game) {
      play.games.push_back(
          {0, 0, opening,
           rng->Uniform() < chances[opening] ? Result::kAttackersWin : Result::kDefendersWin});
    }
  }
  return play;
}

TEST(CombineTest, TheEffectsOfSharedOpeningsCancel) {
  Rng rng(8);
  double squares = 0, shared_variance = 0, apart_variance = 0;
  constexpr int kStudies = 400;
  for (int study = 0; study < kStudies; ++study) {
    std::vector<double> chances;
    for (int i = 0; i < 100; ++i) chances.push_back(ChanceOfLogit(2 * DrawNormal(&rng)));
    std::vector<LogitMean> cells = {EstimateLogitMean(SharedGames(chances, &rng)),
                                    EstimateLogitMean(SharedGames(chances, &rng))};
    const LogitMean shared = WeightedSum(cells, std::vector<double>{1, -1});
    squares += shared.mean * shared.mean / kStudies;
    shared_variance += shared.games_variance / kStudies;
    for (LogitMean& cell : cells) cell.shared.clear();
    apart_variance += WeightedSum(cells, std::vector<double>{1, -1}).games_variance / kStudies;
  }
  EXPECT_NEAR(shared_variance / squares, 1, 0.2);
  EXPECT_GT(apart_variance, 1.4 * shared_variance);
}

/// A cell with `seeds` seeds of this variance and games that add `chance`.
LogitMean CellOf(const std::vector<double>& shared, double share, double between, double chance,
                 Rng* rng) {
  LogitMean cell{.influence_variance = chance};
  double mean = 0;
  for (const double of_seed : shared) {
    cell.influence.push_back(std::sqrt(between + chance) *
                             (std::sqrt(share) * of_seed + std::sqrt(1 - share) * DrawNormal(rng)));
    mean += cell.influence.back() / static_cast<double>(shared.size());
  }
  for (double& influence : cell.influence) influence -= mean;
  return cell;
}

/// The prior of cells whose seeds correlate by `share`, and whose variances between seeds are
/// 0.1 on average. If `degrees` is not infinite, they differ as chi-squared variables do inversely.
SeedPrior PriorOf(int cells, int seeds, double share, int degrees, uint64_t seed) {
  Rng rng(seed);
  std::vector<double> shared;
  for (int k = 0; k < seeds; ++k) shared.push_back(DrawNormal(&rng));
  std::vector<LogitMean> list;
  for (int i = 0; i < cells; ++i) {
    double scale = 1;
    if (degrees > 0) {
      double chi_squared = 0;
      for (int d = 0; d < degrees; ++d) chi_squared += std::pow(DrawNormal(&rng), 2);
      scale = (degrees - 2) / chi_squared;
    }
    list.push_back(CellOf(shared, share, 0.1 * scale, 0.002 * (1 + i % 3), &rng));
  }
  return PoolSeeds(list);
}

TEST(PoolSeedsTest, CellsThatAreAlikePoolAllTheirDegreesOfFreedom) {
  double between = 0, degrees = 0;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const SeedPrior prior = PriorOf(40, 5, 0, 0, seed);
    between += prior.between / 20;
    degrees += prior.degrees / 20;
    EXPECT_LE(prior.degrees, 156);
  }
  EXPECT_NEAR(between, 0.1, 0.01);
  EXPECT_GT(degrees, 60);
}

TEST(PoolSeedsTest, CellsThatDifferKnowLessOfEachOther) {
  std::vector<double> degrees;
  for (uint64_t seed = 1; seed <= 21; ++seed) {
    degrees.push_back(PriorOf(200, 5, 0, 6, seed).degrees);
  }
  std::ranges::nth_element(degrees, degrees.begin() + 10);
  EXPECT_NEAR(degrees[10], 6, 2);
}

TEST(PoolSeedsTest, SeedsThatAgreeInAllCellsCountOnce) {
  const SeedPrior same = PriorOf(40, 5, 1, 0, 3), half = PriorOf(40, 5, 0.5, 0, 3);
  EXPECT_NEAR(same.degrees, 0, 1e-6);
  EXPECT_LT(half.degrees, 40);
  EXPECT_NEAR(PriorOf(40, 2, 1, 0, 3).degrees, 0, 1e-6);
}

TEST(PoolSeedsTest, KnowsNothingOfFewCells) {
  EXPECT_EQ(PoolSeeds({}).degrees, 0);
  Rng rng(1);
  const std::vector<double> seeds(4);
  std::vector<LogitMean> cells = {CellOf(seeds, 0, 0.1, 0.1, &rng),
                                  {.influence = {0, 0, 0, 0}, .influence_variance = 3}};
  EXPECT_EQ(PoolSeeds(cells).degrees, 0);
  cells.push_back(CellOf(seeds, 0, 0.1, 0.1, &rng));
  EXPECT_GT(PoolSeeds(cells).degrees, 0);
  EXPECT_EQ(PoolSeeds(std::vector<LogitMean>(3, {.influence = {0}})).degrees, 0);  // one seed
}

/// The share of simulated studies whose 95 % interval contains the true mean over all seeds.
double CoverageOfLogits(int seeds, double spread, const StudyPlan& plan) {
  Rng rng(5);
  int covered = 0;
  for (int i = 0; i < 300; ++i) {
    const SeedEffects effects = DrawSeedEffects(seeds, spread, &rng);
    const LogitMean cell = EstimateLogitMean(Simulate(plan, effects, &rng));
    const Contrast contrast = Combine(std::vector{cell}, std::vector<double>{1});
    if (contrast.low <= plan.logit && plan.logit <= contrast.high) ++covered;
  }
  return covered / 300.0;
}

TEST(CombineTest, IntervalsCoverTheTruth) {
  EXPECT_GE(CoverageOfLogits(4, 0.6, {.logit = 0.4, .games_per_pair = 10}), 0.92);
  EXPECT_GE(CoverageOfLogits(4, 0, {.logit = 0.4, .games_per_pair = 10}), 0.92);
  EXPECT_GE(CoverageOfLogits(3, 0.3, {.logit = -1.5, .games_per_pair = 8}), 0.92);
  EXPECT_GE(CoverageOfLogits(1, 0, {.logit = 1, .games_per_pair = 100}), 0.92);
  EXPECT_GE(CoverageOfLogits(8, 0.3, {.logit = 0, .games_per_pair = 4}), 0.92);
}

}  // namespace
}  // namespace raichi
