// Tests with several leaves of one tree in flight.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "mcts/evaluators/plain_evaluators.h"
#include "mcts/search/search.h"
#include "rules/files/rule_file.h"
#include "tests/mcts/helpers.h"

namespace raichi {
namespace {

/// An evaluator that considers every position drawn and gives nine tenths of the policy to one
/// move.
class OneSidedEvaluator : public Evaluator {
 public:
  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    for (size_t i = 0; i < leaves.size(); ++i) {
      const size_t count = leaves[i].moves.size();
      out[i] = {};
      out[i].priors.assign(count, 0.1f / static_cast<float>(count - 1));
      out[i].priors[0] = 0.9f;
    }
  }
};

/// Returns, for each leaf, the codes of the moves that lead to it.
std::vector<std::vector<uint16_t>> PathsTo(std::span<const LeafRequest> leaves) {
  std::vector<std::vector<uint16_t>> paths;
  for (const LeafRequest& leaf : leaves) {
    paths.emplace_back();
    for (const Move move : leaf.game->moves()) paths.back().push_back(move.code());
  }
  return paths;
}

/// Returns the paths to the leaves of the first batch after the root's.
std::vector<std::vector<uint16_t>> SecondBatch(const SearchConfig& config, int in_flight,
                                               Evaluator* evaluator) {
  Search search(config, Game(OpenRules("linnaeus")), 1);
  search.Start({.visits = 1000, .in_flight = in_flight});
  std::vector<Evaluation> root(1);
  evaluator->Evaluate(search.SelectLeaves(), root);
  search.Answer(root);
  return PathsTo(search.SelectLeaves());
}

SearchConfig PlainConfig(float virtual_loss) {
  SearchConfig config;
  config.cpuct = 1.5f;
  config.cpuct_factor = 0;
  config.virtual_loss = virtual_loss;
  config.visits_per_leaf = 0;
  return config;
}

TEST(InFlight, EqualMovesAreTakenOneAfterTheOther) {
  UniformEvaluator evaluator;
  const auto paths = SecondBatch(PlainConfig(0), 16, &evaluator);
  ASSERT_EQ(paths.size(), 16u);
  for (const auto& path : paths) EXPECT_EQ(path.size(), 1u);
  EXPECT_EQ(std::set(paths.begin(), paths.end()).size(), 16u);
}

// Worked out by hand for a likely move A of prior 0.9 and other moves of prior 0.1 / 79 each, with
// all values 0. With n descents in flight, k of them through A, the scores are
//   A: 1.5 * sqrt(max(n, 1)) * 0.9 / (1 + k) - loss      other: 1.5 * sqrt(max(n, 1)) * 0.00127
// Without a virtual loss A stays ahead forever: all further descents collide with the pending leaf.
TEST(InFlight, VisitsAloneDoNotTurnAwayFromALikelyMove) {
  OneSidedEvaluator evaluator;
  EXPECT_EQ(SecondBatch(PlainConfig(0), 8, &evaluator).size(), 1u);
}

// A is ahead with n = k = 1 (0.675 - 0.6) and n = k = 2 (0.636 - 0.6), behind with n = k = 3
// (0.585 - 0.6), and ahead again with n = 4, k = 3 (0.675 - 0.6).
TEST(InFlight, AVirtualLossTurnsAwayWhenTheFormulaSays) {
  OneSidedEvaluator evaluator;
  EXPECT_EQ(SecondBatch(PlainConfig(0.6f), 2, &evaluator).size(), 1u);  // A, two collisions
  const auto paths = SecondBatch(PlainConfig(0.6f), 3, &evaluator);     // A, two, another, a third
  ASSERT_EQ(paths.size(), 2u);
  EXPECT_NE(paths[0], paths[1]);
}

TEST(InFlight, AFullLossFillsTheBatch) {
  OneSidedEvaluator evaluator;
  EXPECT_EQ(SecondBatch(PlainConfig(1), 8, &evaluator).size(), 8u);
}

TEST(InFlight, ThereAreMoreTheMoreTheRootWasVisited) {
  UniformEvaluator evaluator;
  SearchConfig config;
  config.visits_per_leaf = 10;
  Search search(config, Game(OpenRules("linnaeus")), 1);
  search.Start({.visits = 300, .in_flight = 20});
  std::vector<Evaluation> answers(20);
  for (auto leaves = search.SelectLeaves(); !leaves.empty(); leaves = search.SelectLeaves()) {
    const uint32_t visits = search.tree().root().visits;
    if (visits + 20 < 300) {
      EXPECT_EQ(leaves.size(), std::min(20u, 1 + visits / 10)) << visits;
    }
    const std::span batch = std::span(answers).first(leaves.size());
    evaluator.Evaluate(leaves, batch);
    search.Answer(batch);
  }
}

TEST(InFlight, LeavesOfABatchAreDifferentAndHoldUntilBackup) {
  FakeEvaluator evaluator(3);
  Search search({}, Game(OpenRules("linnaeus")), 1);
  search.Start({.visits = 600, .in_flight = 24});
  std::vector<Evaluation> answers(24);
  size_t largest = 0;
  for (auto leaves = search.SelectLeaves(); !leaves.empty(); leaves = search.SelectLeaves()) {
    const auto paths = PathsTo(leaves);
    EXPECT_EQ(std::set(paths.begin(), paths.end()).size(), leaves.size());
    EXPECT_EQ(PathsTo(search.SelectLeaves()), paths);
    largest = std::max(largest, leaves.size());
    const std::span batch = std::span(answers).first(leaves.size());
    evaluator.Evaluate(leaves, batch);
    search.Answer(batch);
  }
  EXPECT_EQ(largest, 24u);
  const SearchResult result = search.RootResult();
  uint32_t visits = 0;
  for (const uint32_t of_move : result.visits) visits += of_move;
  EXPECT_EQ(visits, 600u);
}

// A new start, a move or another game discards the leaves in flight.
TEST(InFlight, AnAbandonedBatchLeavesNoTrace) {
  FakeEvaluator evaluator(3);
  const Game start(OpenRules("linnaeus"));
  Search search({}, start, 1);
  const SearchBudget budget{.visits = 200, .in_flight = 16};
  const auto check = [&] {
    for (uint32_t i = 0; i < search.tree().num_nodes(); ++i) {
      ASSERT_EQ(search.tree().node(i).in_flight, 0);
    }
  };
  const auto leave_some = [&] {
    Think(&search, &evaluator, budget);
    search.Start({.visits = 400, .in_flight = 16});
    ASSERT_GT(search.SelectLeaves().size(), 1u);
  };
  leave_some();
  search.Start(budget);
  check();
  leave_some();
  search.Play(search.ChooseMove());
  check();
  EXPECT_EQ(search.game().ply(), 1);
  leave_some();
  search.Reset(start, 1);
  check();
  EXPECT_EQ(search.SelectLeaves().size(), 1u) << "the root";
  EXPECT_EQ(search.SelectLeaves()[0].game->ply(), 0);
}

/// Plays a game by full searches at Gumbel roots. Returns the outcome of each, and the number of
/// batches in `batches`.
std::vector<SearchResult> GumbelGame(const RulesPtr& rules, uint64_t seed, int in_flight,
                                     int* batches) {
  SearchConfig config;
  config.root = RootRule::kGumbel;
  Search search(config, Game(rules), seed);
  FakeEvaluator evaluator(seed);
  std::vector<Evaluation> answers(kMaxInFlight);
  std::vector<SearchResult> results;
  while (!search.game().IsOver() && search.game().ply() < 150) {
    const int visits = search.game().ply() % 3 == 0 ? 33 : 100;
    search.Start({.visits = visits, .noise = true, .in_flight = in_flight});
    for (auto leaves = search.SelectLeaves(); !leaves.empty(); leaves = search.SelectLeaves()) {
      const std::span batch = std::span(answers).first(leaves.size());
      evaluator.Evaluate(leaves, batch);
      search.Answer(batch);
      ++*batches;
    }
    results.push_back(search.RootResult());
    search.Play(search.ChooseMove());
  }
  return results;
}

class GumbelInFlight : public testing::TestWithParam<const char*> {};

// A proof ends a search before the leaves in flight are answered; only the values of other moves
// can tell.
TEST_P(GumbelInFlight, FindsWhatOneLeafAtATimeFinds) {
  const RulesPtr rules = OpenRules(GetParam());
  int proofs = 0, batches = 0, sequential_batches = 0;
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    const auto expected = GumbelGame(rules, seed, 1, &sequential_batches);
    const auto results = GumbelGame(rules, seed, seed % 2 == 0 ? 16 : 5, &batches);
    ASSERT_EQ(results.size(), expected.size());
    for (size_t i = 0; i < results.size(); ++i) {
      SCOPED_TRACE(i);
      const SearchResult &a = results[i], &b = expected[i];
      ASSERT_EQ(a.best, b.best);
      EXPECT_EQ(a.policy, b.policy);
      EXPECT_EQ(a.visits, b.visits);
      EXPECT_EQ(a.proof, b.proof);
      EXPECT_EQ(a.plies_to_end, b.plies_to_end);
      EXPECT_EQ(a.value, b.value);
      EXPECT_EQ(a.raw_value, b.raw_value);
      EXPECT_EQ(a.priors, b.priors);
      proofs += a.proof != Proof::kNone ? 1 : 0;
      if (a.proof != Proof::kNone) continue;
      EXPECT_EQ(a.proofs, b.proofs);
      EXPECT_NEAR(a.draw, b.draw, 1e-5);  // the root's mean adds in another order
      for (size_t move = 0; move < a.moves.size(); ++move) {
        if (a.visits[move] == 0) continue;
        EXPECT_EQ(a.values[move], b.values[move]);
      }
    }
  }
  EXPECT_GT(proofs, 0);
  EXPECT_LT(2 * batches, sequential_batches);
}

INSTANTIATE_TEST_SUITE_P(Rules, GumbelInFlight,
                         testing::Values("linnaeus", "brandubh", "copenhagen", "tablutzero"),
                         [](const auto& rules) { return std::string(rules.param); });

}  // namespace
}  // namespace raichi
