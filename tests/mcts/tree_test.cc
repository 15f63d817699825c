#include "mcts/search/tree.h"

#include <gtest/gtest.h>

#include <vector>

#include "mcts/evaluators/plain_evaluators.h"
#include "rules/files/rule_file.h"
#include "tests/mcts/helpers.h"

namespace raichi {
namespace {

Move MoveTo(int x) { return Move::AlongRank(Square(1, 1), x); }

TEST(Edge, KeepsPriorsToThreeDigits) {
  for (const float prior : {1.0f, 0.5f, 0.3333f, 0.0123f, 1e-4f, 1e-6f}) {
    EXPECT_NEAR(Edge(Move(), prior).prior(), prior, prior / 4096);
  }
  EXPECT_LT(Edge(Move(), 0.0f).prior(), 1e-9f);
}

TEST(Edge, CodesCompareLikePriors) {
  uint16_t last = Edge(Move(), 0).prior_code();
  for (float prior = 1e-8f; prior < 1; prior *= 1.01f) {
    const uint16_t code = Edge(Move(), prior).prior_code();
    EXPECT_GT(code, last) << prior;
    last = code;
  }
}

TEST(Tree, VisitsMovesByFallingPrior) {
  Tree tree;
  const std::vector<Move> moves = {MoveTo(2), MoveTo(3), MoveTo(4), MoveTo(5)};
  tree.Expand(Tree::kRoot, moves, std::vector<float>{0.1f, 0.4f, 0.2f, 0.3f});
  for (int i = 0; i < 4; ++i) EXPECT_EQ(tree.AddChild(Tree::kRoot), static_cast<uint32_t>(i + 1));
  const std::vector<Move> order = {MoveTo(3), MoveTo(5), MoveTo(4), MoveTo(2)};
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(tree.EdgesOf(tree.root())[i].move(), order[i]);
    EXPECT_EQ(tree.EdgesOf(tree.root())[i].child(), i + 1);
  }
}

TEST(Tree, RerootKeepsTheSubtreeAndNothingElse) {
  Tree tree, spare;
  const std::vector<Move> moves = {MoveTo(2), MoveTo(3)};
  const std::vector<float> priors = {0.75f, 0.25f};
  tree.Expand(Tree::kRoot, moves, priors);
  const uint32_t left = tree.AddChild(Tree::kRoot);
  const uint32_t right = tree.AddChild(Tree::kRoot);
  tree.Expand(left, moves, priors);
  tree.Expand(right, moves, priors);
  tree.AddChild(left);
  const uint32_t below = tree.AddChild(right);
  tree.node(right).visits = 7;
  tree.node(below).visits = 5;

  tree.Reroot(right, &spare);
  EXPECT_EQ(tree.num_nodes(), 2u);
  EXPECT_EQ(tree.num_edges(), 2u);
  EXPECT_EQ(tree.root().visits, 7u);
  EXPECT_EQ(tree.EdgesOf(tree.root())[0].prior(), 0.75f);
  EXPECT_EQ(tree.ChildOf(tree.EdgesOf(tree.root())[0]).visits, 5u);
  EXPECT_EQ(tree.EdgesOf(tree.root())[1].child(), 0u);
}

TEST(Tree, RefutedMovesAreKeptAsProofsOnly) {
  Tree tree, spare;
  const std::vector<Move> moves = {MoveTo(2), MoveTo(3)};
  const std::vector<float> priors = {0.5f, 0.5f};
  tree.Expand(Tree::kRoot, moves, priors);
  const uint32_t child = tree.AddChild(Tree::kRoot);
  tree.Expand(child, moves, priors);
  const uint32_t refuted = tree.AddChild(child);
  tree.Expand(refuted, moves, priors);
  tree.node(refuted).proof = Proof::kWin;
  tree.node(refuted).plies_to_end = 3;

  tree.Reroot(child, &spare);
  const Node& kept = tree.ChildOf(tree.EdgesOf(tree.root())[0]);
  EXPECT_EQ(kept.proof, Proof::kWin);
  EXPECT_EQ(kept.plies_to_end, 3);
  EXPECT_EQ(kept.num_edges, 0);
  EXPECT_EQ(tree.num_edges(), 2u);
}

// Checks the documented figures: 12 bytes per edge overall, 900 bytes per node with 70 moves.
TEST(Tree, IsSmall) {
  FakeEvaluator evaluator(1);
  SearchConfig config;
  Search search(config, Game(OpenRules("linnaeus")), 1);
  for (int turn = 0; turn < 10 && !search.game().IsOver(); ++turn) {
    Think(&search, &evaluator, {.visits = 128});
    const Tree& tree = search.tree();
    EXPECT_LE(static_cast<double>(tree.Bytes()), 12.0 * static_cast<double>(tree.num_edges()));
    search.Play(search.ChooseMove());
  }
  EXPECT_LE(sizeof(Node) + 70 * sizeof(Edge), 900u);
}

TEST(Tree, KeepsTheMemoryThatIsCommonAndGivesBackMore) {
  Tree tree;
  tree.ReserveMore(1000, 50'000);
  const size_t held = tree.CapacityBytes();
  EXPECT_GE(held, 1000 * sizeof(Node) + 50'000 * sizeof(Edge));
  tree.ClearAndTrim(1001, 50'000);
  EXPECT_EQ(tree.CapacityBytes(), held);
  EXPECT_EQ(tree.num_nodes(), 1u);
  tree.ClearAndTrim(1001, 49'999);
  EXPECT_LT(tree.CapacityBytes(), 1000u);
  EXPECT_EQ(tree.num_nodes(), 1u);
}

}  // namespace
}  // namespace raichi
