#include "mcts/search/uncertainty.h"

#include <gtest/gtest.h>

#include <array>

#include "mcts/evaluators/fake_evaluator.h"
#include "mcts/search/search.h"
#include "mcts/search/tree_update.h"
#include "rules/files/rule_file.h"
#include "tests/mcts/helpers.h"

namespace raichi {
namespace {

TEST(Uncertainty, WeighsByTheError) {
  const UncertaintyConfig config = {.coefficient = 0.25f, .max_weight = 8};
  EXPECT_FLOAT_EQ(WeightOfError(config, 0.21875f), 1);  // 0.25 / (0.21875 + 0.25 / 8)
  EXPECT_NEAR(WeightOfError(config, 1e-6f), 8, 1e-3);
  EXPECT_FLOAT_EQ(WeightOfError(config, 0), 1) << "unknown";
  EXPECT_FLOAT_EQ(CertainWeight(config), 8);
  EXPECT_FLOAT_EQ(WeightOfError({}, 0.3f), 1) << "off";
  EXPECT_FLOAT_EQ(CertainWeight({}), 1);
}

TEST(Uncertainty, TheMeanIsWeighted) {
  Tree tree;
  tree.KeepSpread();
  const std::array<uint32_t, 1> path = {Tree::kRoot};
  UpdatePath(path, Visit(0.5f, 0.25f, 10, 3), true, &tree);
  UpdatePath(path, Visit(-0.5f, 0.75f, 20, 1), true, &tree);
  EXPECT_EQ(tree.root().visits, 2u);
  EXPECT_FLOAT_EQ(tree.root().value, 0.25f);
  EXPECT_FLOAT_EQ(tree.root().draw, 0.375f);
  EXPECT_FLOAT_EQ(tree.root().moves_left, 12.5f);
  EXPECT_FLOAT_EQ(tree.SpreadOf(tree.root()).squares, 0.25f);
  EXPECT_EQ(tree.SpreadOf(tree.root()).weight, 4);
}

TEST(Uncertainty, ChangesNothingWhereNoErrorIsKnown) {
  FakeEvaluator evaluator(3);
  SearchConfig config;
  Search plain(config, Game(OpenRules("linnaeus")), 1);
  config.uncertainty.coefficient = 0.25f;
  Search weighted(config, Game(OpenRules("linnaeus")), 1);
  for (int turn = 0; turn < 6; ++turn) {
    for (Search* search : {&plain, &weighted}) {
      Think(search, &evaluator, {.visits = 200, .noise = true});
    }
    EXPECT_EQ(weighted.RootResult().visits, plain.RootResult().visits);
    EXPECT_EQ(weighted.RootResult().value, plain.RootResult().value);
    const Move move = plain.RootResult().best;
    plain.Play(move);
    weighted.Play(move);
  }
}

}  // namespace
}  // namespace raichi
