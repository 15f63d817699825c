#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "mcts/search/root_moves.h"

namespace raichi {
namespace {

TEST(PolicyTemperature, FlattensByTheRootOfThePriors) {
  std::array<float, 3> priors = {0.64f, 0.32f, 0.04f};
  ApplyPolicyTemperature(2, priors);  // in proportion to 0.8, 0.4 * sqrt 2, 0.2
  const float sum = 0.8f + 0.4f * std::sqrt(2.0f) + 0.2f;
  EXPECT_NEAR(priors[0], 0.8f / sum, 1e-6);
  EXPECT_NEAR(priors[1], 0.4f * std::sqrt(2.0f) / sum, 1e-6);
  EXPECT_NEAR(priors[2], 0.2f / sum, 1e-6);
}

TEST(PolicyTemperature, OfOneChangesNothing) {
  std::array<float, 2> priors = {0.7f, 0.3f};
  ApplyPolicyTemperature(1, priors);
  EXPECT_EQ(priors, (std::array<float, 2>{0.7f, 0.3f}));
}

TEST(DirichletShape, IsEvenWherePriorsAre) {
  const std::vector<float> priors(40, 1.0f / 40);
  std::vector<double> shape(40);
  DirichletShape(priors, shape);
  for (const double weight : shape) EXPECT_NEAR(weight, 1.0 / 40, 1e-9);
}

// The logarithms (base 10) of the priors, capped at 0.01, are -2, -2, -3 and -5. Their mean is -3;
// the excesses over it are 1, 1, 0 and 0.
TEST(DirichletShape, GivesHalfToWhatThePriorThinksPossible) {
  const std::array<float, 4> priors = {0.9f, 0.01f, 0.001f, 0.00001f};
  std::array<double, 4> shape;
  DirichletShape(priors, shape);
  EXPECT_NEAR(shape[0], 0.5 * (1.0 / 2 + 1.0 / 4), 1e-6);
  EXPECT_NEAR(shape[1], 0.5 * (1.0 / 2 + 1.0 / 4), 1e-6);
  EXPECT_NEAR(shape[2], 0.5 * (1.0 / 4), 1e-6);
  EXPECT_NEAR(shape[3], 0.5 * (1.0 / 4), 1e-6);
}

TEST(SampleGamma, HasTheMeanAndVarianceOfItsShape) {
  Rng rng(5);
  for (const double alpha : {0.2, 1.0, 3.5}) {
    constexpr int kDraws = 200'000;
    double sum = 0, squares = 0;
    for (int i = 0; i < kDraws; ++i) {
      const double x = SampleGamma(alpha, &rng);
      ASSERT_GE(x, 0);
      sum += x;
      squares += x * x;
    }
    const double mean = sum / kDraws;
    EXPECT_NEAR(mean, alpha, 0.02 * (1 + alpha));
    EXPECT_NEAR(squares / kDraws - mean * mean, alpha, 0.05 * (1 + alpha));
  }
}

TEST(DirichletNoise, TakesItsShareAndKeepsTheSum) {
  Rng rng(3);
  std::vector<float> priors(20, 0.0f);
  priors[4] = 1;
  MixDirichletNoise(0.25f, 10, &rng, priors);
  EXPECT_GE(priors[4], 0.75f);
  EXPECT_LT(priors[4], 1.0f);
  EXPECT_NEAR(std::accumulate(priors.begin(), priors.end(), 0.0f), 1, 1e-5);
}

// A Dirichlet component with parameter a out of a total c has mean a/c and variance (a/c)(1 -
// a/c)/(c + 1).
TEST(DirichletNoise, SpreadsByItsConcentration) {
  Rng rng(4);
  constexpr int kDraws = 20'000;
  double sum = 0, squares = 0;
  for (int i = 0; i < kDraws; ++i) {
    std::array<float, 4> priors = {0.25f, 0.25f, 0.25f, 0.25f};
    MixDirichletNoise(1, 10, &rng, priors);
    sum += priors[0];
    squares += priors[0] * priors[0];
  }
  const double mean = sum / kDraws;
  EXPECT_NEAR(mean, 0.25, 0.01);
  EXPECT_NEAR(squares / kDraws - mean * mean, 0.25 * 0.75 / 11, 0.001);
}

TEST(MoveTemperature, FallsByHalfEveryHalfLife) {
  const MoveTemperature temperature{.initial = 1.1f, .final = 0.1f, .half_life = 8};
  EXPECT_FLOAT_EQ(TemperatureAt(temperature, 0), 1.1f);
  EXPECT_FLOAT_EQ(TemperatureAt(temperature, 8), 0.6f);
  EXPECT_FLOAT_EQ(TemperatureAt(temperature, 16), 0.35f);
  EXPECT_NEAR(TemperatureAt(temperature, 500), 0.1f, 1e-6);
}

// At temperature 1/2, visits of 4, 2, 0 and 1 have weights of 16, 4, 0 and 1.
TEST(SampleByVisits, IsProportionalToThePowersOfVisits) {
  Rng rng(9);
  const std::array<uint32_t, 4> visits = {4, 2, 0, 1};
  std::array<int, 4> drawn = {};
  constexpr int kDraws = 210'000;
  for (int i = 0; i < kDraws; ++i) ++drawn[SampleByVisits(visits, 0.5f, &rng)];
  EXPECT_NEAR(drawn[0], 160'000, 1500);
  EXPECT_NEAR(drawn[1], 40'000, 1000);
  EXPECT_EQ(drawn[2], 0);
  EXPECT_NEAR(drawn[3], 10'000, 500);
}

TEST(SampleByVisits, PlaysTheMostVisitedWhenCold) {
  Rng rng(9);
  const std::array<uint32_t, 4> visits = {3, 7, 7, 1};
  for (int i = 0; i < 100; ++i) EXPECT_EQ(SampleByVisits(visits, 0, &rng), 1u);
}

}  // namespace
}  // namespace raichi
