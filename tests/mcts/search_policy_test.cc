// Tests the policy targets of whole searches, and the moves that they play.

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "mcts/evaluators/plain_evaluators.h"
#include "mcts/search/search.h"
#include "mcts/softmax.h"
#include "rules/files/rule_file.h"
#include "tests/mcts/helpers.h"

namespace raichi {
namespace {

using testing::ElementsAre;

std::vector<uint32_t> Copy(std::span<const uint32_t> values) {
  return {values.begin(), values.end()};
}

/// Returns the increases from `before` to `after` in descending order, without zeros.
std::vector<uint32_t> Gains(const std::vector<uint32_t>& before, std::span<const uint32_t> after) {
  std::vector<uint32_t> gains;
  for (size_t i = 0; i < after.size(); ++i) {
    if (after[i] > before[i]) gains.push_back(after[i] - before[i]);
  }
  std::sort(gains.rbegin(), gains.rend());
  return gains;
}

SearchConfig Gumbel(int considered) {
  SearchConfig config;
  config.root = RootRule::kGumbel;
  config.gumbel.considered = considered;
  config.prove = false;
  return config;
}

TEST(GumbelSearch, SharesItsVisitsByHalving) {
  FakeEvaluator evaluator(3);
  Search search(Gumbel(4), Game(OpenRules("linnaeus")), 1);
  EXPECT_EQ(Think(&search, &evaluator, {.visits = 16, .noise = true}), 17);
  const SearchResult result = search.RootResult();
  const std::vector<uint32_t> none(result.moves.size());
  EXPECT_THAT(Gains(none, result.visits), ElementsAre(6, 6, 2, 2));
}

TEST(GumbelSearch, KeptVisitsAreNotShared) {
  FakeEvaluator evaluator(3);
  Search search(Gumbel(4), Game(OpenRules("linnaeus")), 1);
  Think(&search, &evaluator, {.visits = 200, .noise = true});
  search.Play(search.ChooseMove());
  search.Start({.visits = 1});
  const std::vector<uint32_t> kept = Copy(search.RootResult().visits);
  ASSERT_GT(Sum(kept), 20u);
  Think(&search, &evaluator, {.visits = static_cast<int>(Sum(kept)) + 16, .noise = true});
  EXPECT_THAT(Gains(kept, search.RootResult().visits), ElementsAre(6, 6, 2, 2));
}

TEST(GumbelSearch, PolicyAndValueFollowFromTheRootsStatistics) {
  FakeEvaluator evaluator(3);
  const SearchConfig config = Gumbel(8);
  Search search(config, Game(OpenRules("brandubh")), 1);
  Think(&search, &evaluator, {.visits = 60, .noise = true});
  const SearchResult result = search.RootResult();
  std::vector<RootMove> moves(result.moves.size());
  const Tree& tree = search.tree();
  for (const Edge& edge : tree.EdgesOf(tree.root())) {
    const auto i =
        static_cast<size_t>(std::ranges::find(result.moves, edge.move()) - result.moves.begin());
    moves[i] = {.prior = edge.prior(), .visits = static_cast<int>(result.visits[i])};
    if (moves[i].visits > 0) moves[i].value = result.values[i];
  }
  const float mixed = MixedValue(result.raw_value, moves);
  std::vector<float> policy(moves.size());
  ImprovedLogits(config.gumbel, mixed, moves, policy);
  Softmax(policy);
  float value = 0;
  for (size_t i = 0; i < moves.size(); ++i) {
    EXPECT_NEAR(static_cast<float>(result.policy[i]), policy[i] * kPolicyOne, 0.01 * kPolicyOne);
    value += policy[i] * (moves[i].visits > 0 ? moves[i].value : mixed);
  }
  EXPECT_NEAR(Sum(result.policy), kPolicyOne, 40);
  EXPECT_NEAR(result.value, value, 0.01f);
}

TEST(GumbelSearch, PlaysItsWinnerWhichIsOneOfTheMostVisited) {
  FakeEvaluator evaluator(3);
  for (uint64_t seed = 0; seed < 10; ++seed) {
    Search search(Gumbel(16), Game(OpenRules("linnaeus")), seed);
    Think(&search, &evaluator, {.visits = 64, .noise = true});
    const SearchResult result = search.RootResult();
    const uint32_t most = *std::max_element(result.visits.begin(), result.visits.end());
    const auto best = std::find(result.moves.begin(), result.moves.end(), result.best);
    EXPECT_GE(result.visits[static_cast<size_t>(best - result.moves.begin())] + 1, most);
    for (int i = 0; i < 5; ++i) EXPECT_EQ(search.ChooseMove(), result.best);
  }
}

TEST(GumbelSearch, OtherSearchesOfItsConfigurationArePuct) {
  FakeEvaluator evaluator(3);
  Search gumbel(Gumbel(16), Game(OpenRules("linnaeus")), 1);
  SearchConfig config;
  config.prove = false;
  Search puct(config, Game(OpenRules("linnaeus")), 1);
  Think(&gumbel, &evaluator, {.visits = 50});
  Think(&puct, &evaluator, {.visits = 50});
  EXPECT_EQ(Copy(gumbel.RootResult().visits), Copy(puct.RootResult().visits));
  EXPECT_EQ(Copy(puct.RootResult().policy), Copy(puct.RootResult().visits));
}

// Plays whole games with proofs. A losing move is never a target and is not played while there is
// another; the target of a proven root is its best move.
TEST(GumbelSearch, RespectsProofs) {
  FakeEvaluator evaluator(3);
  int proven_roots = 0, refuted = 0;
  SearchConfig config = Gumbel(16);
  config.prove = true;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Search search(config, Game(OpenRules("brandubh")), seed);
    while (!search.game().IsOver() && search.game().ply() < 60) {
      Think(&search, &evaluator, {.visits = 60, .noise = true});
      const SearchResult result = search.RootResult();
      if (result.proof != Proof::kNone) {
        ++proven_roots;
        EXPECT_EQ(Copy(result.policy), Copy(result.visits));
      }
      for (size_t i = 0; i < result.moves.size(); ++i) {
        if (result.proofs[i] != Proof::kLoss || result.proof == Proof::kLoss) continue;
        ++refuted;
        EXPECT_EQ(result.policy[i], 0u);
        EXPECT_NE(result.best, result.moves[i]);
      }
      search.Play(search.ChooseMove());
    }
  }
  EXPECT_GT(proven_roots, 20);
  EXPECT_GT(refuted, 20);
}

// The shaped priors are the square roots of the evaluator's priors, scaled to sum to 1.
TEST(RootPolicyTemperature, FlattensThePriorsOfANoisyRoot) {
  FakeEvaluator evaluator(3);
  SearchConfig config;
  config.root_policy_temperature = 2;
  config.noise_fraction = 0;
  Search search(config, Game(OpenRules("linnaeus")), 1);
  const auto priors = [&](bool noise) {
    Think(&search, &evaluator, {.visits = 1, .noise = noise});
    std::map<uint16_t, float> by_move;
    for (const Edge& edge : search.tree().EdgesOf(search.tree().root())) {
      by_move[edge.move().code()] = edge.prior();
    }
    return by_move;
  };
  std::map<uint16_t, float> clean = priors(false);
  float sum = 0;
  for (const auto& [move, prior] : clean) sum += std::sqrt(prior);
  for (const auto& [move, prior] : priors(true)) {
    EXPECT_NEAR(prior, std::sqrt(clean[move]) / sum, 1e-3f * prior);
  }
}

/// The priors of all edges in the tree of a search, by node and move.
std::map<std::pair<size_t, uint16_t>, float> PriorsOfTree(float temperature) {
  FakeEvaluator evaluator(3);
  SearchConfig config;
  config.policy_temperature = temperature;
  Search search(config, Game(OpenRules("linnaeus")), 1);
  Think(&search, &evaluator, {.visits = 2});  // the root and the move with the highest prior
  std::map<std::pair<size_t, uint16_t>, float> priors;
  const Tree& tree = search.tree();
  for (uint32_t i = 0; i < tree.num_nodes(); ++i) {
    for (const Edge& edge : tree.EdgesOf(tree.node(i))) {
      priors[{i, edge.move().code()}] = edge.prior();
    }
  }
  return priors;
}

TEST(PolicyTemperature, FlattensThePriorsOfEveryNode) {
  const auto clean = PriorsOfTree(1), flat = PriorsOfTree(2);
  ASSERT_EQ(clean.size(), flat.size());
  std::map<size_t, float> sums;
  for (const auto& [edge, prior] : clean) sums[edge.first] += std::sqrt(prior);
  EXPECT_GE(sums.size(), 2u);  // nodes
  for (const auto& [edge, prior] : flat) {
    EXPECT_NEAR(prior, std::sqrt(clean.at(edge)) / sums[edge.first], 1e-3f * prior);
  }
}

}  // namespace
}  // namespace raichi
