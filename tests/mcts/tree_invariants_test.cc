// Checks that after any search the statistics of each node match those of the nodes below it.

#include <gtest/gtest.h>

#include <vector>

#include "mcts/evaluators/plain_evaluators.h"
#include "mcts/search/search.h"
#include "rules/files/rule_file.h"
#include "tests/mcts/helpers.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

/// Checks the sums over a node's own evaluation and those below its children.
void CheckNode(const Tree& tree, const Node& node) {
  double visits = 1, value = static_cast<double>(node.raw_value);
  float last_prior = 2;
  const std::span<const Edge> edges = tree.EdgesOf(node);
  for (size_t i = 0; i < edges.size(); ++i) {
    ASSERT_EQ(edges[i].child() != 0, i < node.num_visited);
    // In a worse position, the first move to visit may also be one that draws by repetition.
    const bool may_draw = i == 0 && node.raw_value < 0;
    if (i == node.num_visited && !may_draw) last_prior = edges[i].prior();
    if (i >= node.num_visited) {
      ASSERT_LE(edges[i].prior(), last_prior);
      continue;
    }
    const Node& child = tree.ChildOf(edges[i]);
    ASSERT_NE(child.proof, Proof::kLoss) << "then this node were won";
    if (child.proof == Proof::kWin) continue;
    visits += static_cast<double>(child.visits);
    value -= static_cast<double>(child.visits) * static_cast<double>(child.value);
  }
  ASSERT_EQ(static_cast<double>(node.visits), visits);
  ASSERT_NEAR(static_cast<double>(node.value), value / visits, 1e-3);
}

void CheckTree(const Tree& tree, bool may_have_new) {
  for (uint32_t i = 0; i < tree.num_nodes(); ++i) {
    const Node& node = tree.node(i);
    ASSERT_EQ(node.in_flight, 0);
    if (node.IsNew()) {  // below a move that was proven while the node was in flight
      ASSERT_TRUE(may_have_new);
      ASSERT_EQ(node.num_edges, 0);
      continue;
    }
    if (node.proof != Proof::kNone) {
      ASSERT_EQ(node.value, ValueOf(node.proof));
    } else {
      ASSERT_GT(node.num_edges, 0);
      CheckNode(tree, node);
    }
  }
}

void CheckEveryVariant(int in_flight, const SearchConfig& config) {
  int proven_nodes = 0;
  for (const std::string& name : VariantNames()) {
    FakeEvaluator evaluator(17);
    Game game(OpenRules(name));
    PlayRandomly(20, 5, &game);
    if (game.IsOver()) continue;
    Search search(config, game, 1);
    while (!search.game().IsOver() && search.game().ply() < 80) {
      const int evaluations =
          Think(&search, &evaluator, {.visits = 300, .noise = true, .in_flight = in_flight});
      EXPECT_LE(evaluations, 601);
      ASSERT_NO_FATAL_FAILURE(CheckTree(search.tree(), in_flight > 1)) << name;
      for (uint32_t i = 0; i < search.tree().num_nodes(); ++i) {
        proven_nodes += search.tree().node(i).proof != Proof::kNone;
      }
      search.Play(search.ChooseMove());
    }
  }
  EXPECT_GT(proven_nodes, 1000);
}

TEST(TreeInvariants, HoldInEveryVariant) { CheckEveryVariant(1, {}); }
TEST(TreeInvariants, HoldWithManyLeavesInFlight) { CheckEveryVariant(16, {.virtual_loss = 1}); }
TEST(TreeInvariants, HoldWithAsManyLeavesInFlightAsThereMayBe) {
  CheckEveryVariant(kMaxInFlight, {});
}
TEST(TreeInvariants, HoldWithAGumbelRoot) { CheckEveryVariant(1, {.root = RootRule::kGumbel}); }

}  // namespace
}  // namespace raichi
