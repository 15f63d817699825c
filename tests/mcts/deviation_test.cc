#include <gtest/gtest.h>

#include <cmath>

#include "mcts/evaluators/fake_evaluator.h"
#include "mcts/search/puct.h"
#include "mcts/search/search.h"
#include "rules/files/rule_file.h"
#include "tests/mcts/helpers.h"

namespace raichi {
namespace {

constexpr StdevConfig kHalf = {.scale = 0.5f, .prior = 0.4f, .prior_weight = 2};

Node NodeOf(uint32_t visits, float value) {
  Node node;
  node.visits = visits;
  node.value = value;
  return node;
}

TEST(DeviationFactor, ExplorationIsPlainWhereTheDeviationIsThePrior) {
  EXPECT_EQ(DeviationFactor(kHalf, NodeOf(1, 0.7f), 0.49f), 1) << "nothing is known yet";
  // The variance of many evaluations: 0.25 - 0.3 * 0.3 = 0.4 * 0.4.
  EXPECT_NEAR(DeviationFactor(kHalf, NodeOf(100'000, 0.3f), 0.25f), 1, 1e-3);
}

TEST(DeviationFactor, FewEvaluationsLeanOnThePrior) {
  // Three evaluations of 0.5: ((0.25 + 0.16) * 2 + 0.25 * 3) / (2 + 3 - 1) - 0.25 = 0.1425.
  const float deviation = std::sqrt(0.1425f);
  EXPECT_NEAR(DeviationFactor(kHalf, NodeOf(3, 0.5f), 0.25f), 0.5f + 0.5f * deviation / 0.4f, 1e-6);
  EXPECT_NEAR(DeviationFactor(kHalf, NodeOf(1'000'000, 0.5f), 0.25f), 0.5f, 2e-2) << "all agree";
}

TEST(DeviationFactor, GrowsWithTheDisagreement) {
  float last = 0;
  for (const float squares : {0.0f, 0.01f, 0.1f, 0.5f, 1.0f}) {
    const float factor = DeviationFactor(kHalf, NodeOf(50, 0), squares);
    EXPECT_GT(factor, last);
    last = factor;
  }
  EXPECT_NEAR(last, 0.5f + 0.5f / 0.4f, 0.02f);
}

TEST(DeviationFactor, RoundingGivesNoNegativeVariance) {
  EXPECT_FALSE(std::isnan(DeviationFactor(kHalf, NodeOf(1000, 0.9f), 0.8f)));
}

TEST(DeviationFactor, ScalesTheSearchesExploration) {
  SearchConfig config;
  config.cpuct_stdev.scale = 1;
  Search search(config, Game(OpenRules("linnaeus")), 1);
  FakeEvaluator evaluator(3);
  Think(&search, &evaluator, {.visits = 200});
  const Tree& tree = search.tree();
  const float factor =
      DeviationFactor(config.cpuct_stdev, tree.root(), tree.SpreadOf(tree.root()).squares);
  EXPECT_GT(std::abs(factor - 1), 0.01f);
  EXPECT_FLOAT_EQ(ExplorationAt(config, tree, tree.root()),
                  factor * Exploration(config, tree.root().visits));
  // Keeping a subtree keeps its squares (TreeInvariants check their values).
  search.Play(search.ChooseMove());
  EXPECT_GT(search.tree().SpreadOf(search.tree().root()).squares, 0);
}

}  // namespace
}  // namespace raichi
