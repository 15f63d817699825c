#include "stats/ratings/sprt.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.h"

namespace raichi {
namespace {

/// Draws the half points of a pair of independent games with 30 % draws and this mean score.
size_t RandomPair(double score, Rng* rng) {
  size_t half_points = 0;
  for (int game = 0; game < 2; ++game) {
    const double u = rng->Uniform();
    half_points += u < score - 0.15 ? 2 : u < score + 0.15 ? 1 : 0;
  }
  return half_points;
}

/// Returns the share of simulated matches that accept elo1.
double AcceptanceRate(const SprtConfig& config, double elo, int matches, double* mean_pairs) {
  Rng rng(17);
  int accepted = 0;
  double pairs_played = 0;
  for (int i = 0; i < matches; ++i) {
    Pentanomial pairs{};
    SprtDecision decision = SprtDecision::kContinue;
    while (decision == SprtDecision::kContinue) {
      ++pairs[RandomPair(ScoreOfElo(elo), &rng)];
      ++pairs_played;
      decision = Sprt(config, pairs).decision;
    }
    accepted += decision == SprtDecision::kAcceptElo1 ? 1 : 0;
  }
  *mean_pairs = pairs_played / matches;
  return static_cast<double>(accepted) / matches;
}

TEST(SprtTest, KeepsItsErrorRates) {
  const SprtConfig config{.elo0 = 0, .elo1 = 60, .alpha = 0.1, .beta = 0.05};
  double pairs = 0;
  EXPECT_NEAR(AcceptanceRate(config, 0, 1000, &pairs), 0.1, 0.03);
  EXPECT_LT(pairs, 200);
  EXPECT_NEAR(AcceptanceRate(config, 60, 1000, &pairs), 0.95, 0.03);
  EXPECT_GT(AcceptanceRate(config, 150, 300, &pairs), 0.99);
}

TEST(SprtTest, HasWaldsBounds) {
  const SprtStatus status =
      Sprt({.elo0 = 0, .elo1 = 5, .alpha = 0.05, .beta = 0.05}, {1, 1, 1, 1, 1});
  EXPECT_NEAR(status.lower, -2.944, 0.001);
  EXPECT_NEAR(status.upper, 2.944, 0.001);
}

TEST(SprtTest, IsSymmetricInThePlayers) {
  const SprtConfig config{.elo0 = -10, .elo1 = 10};
  const Pentanomial pairs = {3, 20, 41, 30, 9};
  const Pentanomial mirrored = {9, 30, 41, 20, 3};
  EXPECT_GT(Sprt(config, pairs).llr, 0);
  EXPECT_NEAR(Sprt(config, pairs).llr, -Sprt(config, mirrored).llr, 1e-9);
  EXPECT_NEAR(Sprt(config, {3, 20, 41, 20, 3}).llr, 0, 1e-9);
}

/// For close hypotheses the ratio approaches N (s1 - s0) (mean - (s0 + s1) / 2) / variance.
TEST(SprtTest, AgreesWithTheNormalApproximation) {
  const SprtConfig config{.elo0 = 0, .elo1 = 2};
  const Pentanomial pairs = {100, 900, 2000, 1000, 130};
  const double count = 4130;
  const double mean = (900 * 0.25 + 2000 * 0.5 + 1000 * 0.75 + 130) / count;
  const double square = (900 * 0.0625 + 2000 * 0.25 + 1000 * 0.5625 + 130) / count;
  const double s0 = 0.5, s1 = ScoreOfElo(2);
  const double expected = count * (s1 - s0) * (mean - (s0 + s1) / 2) / (square - mean * mean);
  EXPECT_NEAR(Sprt(config, pairs).llr, expected, 0.02 * std::abs(expected));
}

TEST(SprtTest, StaysFiniteForShutOuts) {
  const SprtStatus status = Sprt({.elo0 = 0, .elo1 = 20}, {0, 0, 0, 0, 60});
  EXPECT_TRUE(std::isfinite(status.llr));
  EXPECT_EQ(status.decision, SprtDecision::kAcceptElo1);
}

TEST(EloTest, ConvertsScores) {
  EXPECT_NEAR(ScoreOfElo(0), 0.5, 1e-12);
  EXPECT_NEAR(ScoreOfElo(400), 10.0 / 11, 1e-12);
  EXPECT_NEAR(EloOfScore(ScoreOfElo(123)), 123, 1e-9);
  EXPECT_EQ(EloOfScore(1), INFINITY);
}

TEST(EloTest, IntervalsCoverTheTruth) {
  Rng rng(3);
  int covered = 0;
  for (int i = 0; i < 1000; ++i) {
    Pentanomial pairs{};
    for (int pair = 0; pair < 200; ++pair) ++pairs[RandomPair(ScoreOfElo(70), &rng)];
    const EloEstimate estimate = EstimateElo(pairs);
    covered += estimate.low <= 70 && 70 <= estimate.high ? 1 : 0;
    EXPECT_LT(estimate.high - estimate.low, 100);
  }
  EXPECT_NEAR(covered, 950, 25);
}

TEST(EloTest, ShutOutsAreInfinite) {
  EXPECT_EQ(EstimateElo({0, 0, 0, 0, 9}).elo, INFINITY);
  EXPECT_EQ(EstimateElo({}).low, -INFINITY);
}

// 100 pairs all end alike with a chance of 0.025 if a share of 1 - 0.025^(1/100) = 0.0362 of all
// pairs ends otherwise. If lost pairs replace won ones, the mean score is 0.9638; if won or lost
// pairs replace even ones, it is 0.5 +- 0.0181.
TEST(EloTest, PairsThatAllEndAlikeProveNoMoreThanTheyCan) {
  const EloEstimate won = EstimateElo({0, 0, 0, 0, 100});
  EXPECT_NEAR(won.low, EloOfScore(std::pow(0.025, 0.01)), 1);
  EXPECT_EQ(won.high, INFINITY);
  const EloEstimate even = EstimateElo({0, 0, 100, 0, 0});
  EXPECT_NEAR(even.low, -12.6, 0.3);
  EXPECT_NEAR(even.high, 12.6, 0.3);
}

// If one pair in a hundred was not won outright, the estimate and both bounds are finite.
TEST(EloTest, NearShutOutsAreFinite) {
  const EloEstimate estimate = EstimateElo({0, 0, 0, 1, 99});
  EXPECT_LE(estimate.low, EloOfScore(std::pow(0.025, 0.01)) + 0.1);
  EXPECT_GT(estimate.high, estimate.elo);
  EXPECT_LT(estimate.high, 2000);
}

}  // namespace
}  // namespace raichi
