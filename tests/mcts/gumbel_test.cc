#include "mcts/search/gumbel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>
#include <vector>

#include "mcts/softmax.h"

namespace raichi {
namespace {

TEST(SampleGumbel, HasMeanAndVarianceOfItsDistribution) {
  Rng rng(1);
  constexpr int kDraws = 200'000;
  double sum = 0, squares = 0;
  for (int i = 0; i < kDraws; ++i) {
    const auto x = static_cast<double>(SampleGumbel(&rng));
    sum += x;
    squares += x * x;
  }
  const double mean = sum / kDraws;
  EXPECT_NEAR(mean, std::numbers::egamma, 0.01);
  EXPECT_NEAR(squares / kDraws - mean * mean, std::numbers::pi * std::numbers::pi / 6, 0.03);
}

/// A move with three visits of value 0.4, one with a visit of value -0.2, an unvisited move and a
/// refuted one.
const std::array<RootMove, 4> kMoves = {{
    {.prior = 0.4f, .visits = 3, .value = 0.4f},
    {.prior = 0.2f, .visits = 1, .value = -0.2f},
    {.prior = 0.2f},
    {.prior = 0.2f, .visits = 9, .value = -1, .is_refuted = true},
}};

// The mean of the visited moves is (0.4 * 0.4 - 0.2 * 0.2) / 0.6 = 0.2, with weight 4 against 1 for
// the evaluator's value.
TEST(MixedValue, MixesTheEvaluatorsValueWithThoseOfVisitedMoves) {
  EXPECT_FLOAT_EQ(MixedValue(-0.3f, kMoves), (-0.3f + 4 * 0.2f) / 5);
  EXPECT_EQ(MixedValue(-0.3f, std::span(kMoves).subspan(2)), -0.3f);  // no visits
}

// Values are scaled by (c_visit + most visits) c_scale = (2 + 3) * 0.5 = 2.5, times (1 + value) /
// 2.
TEST(ImprovedPolicy, IsSoftmaxOfLogitsAndCompletedValues) {
  std::array<float, 4> policy;
  ImprovedLogits({.c_visit = 2, .c_scale = 0.5f}, 0.1f, kMoves, policy);
  EXPECT_FLOAT_EQ(policy[0], std::log(0.4f) + 2.5f * 0.7f);
  EXPECT_FLOAT_EQ(policy[1], std::log(0.2f) + 2.5f * 0.4f);
  EXPECT_FLOAT_EQ(policy[2], std::log(0.2f) + 2.5f * 0.55f);
  EXPECT_EQ(policy[3], -std::numeric_limits<float>::infinity());
  Softmax(policy);
  const float a = 0.4f * std::exp(1.75f), b = 0.2f * std::exp(1.0f), c = 0.2f * std::exp(1.375f);
  EXPECT_FLOAT_EQ(policy[0], a / (a + b + c));
  EXPECT_FLOAT_EQ(policy[1], b / (a + b + c));
  EXPECT_FLOAT_EQ(policy[2], c / (a + b + c));
  EXPECT_EQ(policy[3], 0);
}

class GumbelRootTest : public testing::Test {
 protected:
  Rng rng_{3};
  GumbelRoot root_;
};

// If the values carry no information, taking the greatest Gumbel sample + log prior is equivalent
// to sampling from the priors.
TEST_F(GumbelRootTest, WinnersAreDrawnFromThePolicy) {
  const std::array<RootMove, 3> moves = {{{.prior = 0.6f}, {.prior = 0.3f}, {.prior = 0.1f}}};
  std::array<int, 3> won = {};
  for (int i = 0; i < 20'000; ++i) {
    root_.Begin({.considered = 2}, moves, 2, &rng_);
    ++won[root_.Winner(0, moves)];
  }
  EXPECT_NEAR(won[0], 12'000, 300);
  EXPECT_NEAR(won[1], 6'000, 300);
  EXPECT_NEAR(won[2], 2'000, 200);
}

// Fifteen of the sixteen considered moves are refuted. The search must then consider another move
// besides the remaining one.
TEST_F(GumbelRootTest, RefutationsLeaveAChoice) {
  std::vector<RootMove> moves(40, {.prior = 1.0f / 40});
  root_.Begin({.considered = 16}, moves, 64, &rng_);
  std::set<size_t> visited;
  for (int i = 0; i < 64; ++i) {
    const size_t pick = root_.Pick(0, moves);
    ASSERT_FALSE(moves[pick].is_refuted);
    ++moves[pick].new_visits;
    moves[pick].visits = moves[pick].new_visits;
    moves[pick].is_refuted = visited.insert(pick).second && visited.size() <= 15;
  }
  EXPECT_GE(visited.size(), 17u);
}

TEST_F(GumbelRootTest, MovesAlreadyRefutedAreNotConsidered) {
  std::vector<RootMove> moves(40, {.prior = 1.0f / 40});
  for (size_t i = 2; i < moves.size(); ++i) moves[i].is_refuted = true;
  root_.Begin({.considered = 16}, moves, 8, &rng_);
  for (int i = 0; i < 8; ++i) {
    const size_t pick = root_.Pick(0, moves);
    ASSERT_LT(pick, 2u);
    moves[pick].visits = ++moves[pick].new_visits;
  }
  EXPECT_EQ(moves[0].visits, 4);
  EXPECT_EQ(moves[1].visits, 4);
}

// The mixed value of the unvisited move is higher than the value of the only visited one.
TEST_F(GumbelRootTest, TheWinnerWasVisited) {
  std::vector<RootMove> moves(2, {.prior = 0.5f});
  moves[0] = {.prior = 0.5f, .visits = 9, .value = -0.9f};
  for (int i = 0; i < 50; ++i) {
    root_.Begin({.considered = 2}, moves, 0, &rng_);
    EXPECT_EQ(root_.Winner(0.9f, moves), 0u);
  }
}

TEST_F(GumbelRootTest, RefutedMovesMakeRoomForTheNextOfTheDraw) {
  std::vector<RootMove> moves(6, {.prior = 1.0f / 6});
  root_.Begin({.considered = 2}, moves, 12, &rng_);
  std::vector<size_t> seen;
  while (seen.size() < 5) {
    const size_t pick = root_.Pick(0, moves);
    ASSERT_FALSE(moves[pick].is_refuted);
    EXPECT_FALSE(moves[root_.Winner(0, moves)].is_refuted);
    seen.push_back(pick);
    moves[pick] = {
        .prior = 1.0f / 6, .visits = 1, .new_visits = 1, .value = -1, .is_refuted = true};
  }
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(std::unique(seen.begin(), seen.end()), seen.end());
  const size_t last = root_.Pick(0, moves);
  EXPECT_FALSE(moves[last].is_refuted);
  EXPECT_EQ(root_.Winner(0, moves), last);
}

}  // namespace
}  // namespace raichi
