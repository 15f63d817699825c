#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "mcts/evaluators/cached_evaluator.h"
#include "mcts/evaluators/plain_evaluators.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "tests/mcts/helpers.h"

namespace raichi {
namespace {

/// A batch of leaves: positions with their legal moves.
class Leaves {
 public:
  void Add(const Game& game) {
    games_.push_back(game);
    moves_.emplace_back();
    games_.back().LegalMoves(&moves_.back());
  }
  /// Returns `count` different positions from random games.
  static Leaves Random(const std::string& rules, int count, uint64_t seed) {
    Leaves leaves;
    for (int i = 0; i < count; ++i) {
      Game game(OpenRules(rules));
      PlayRandomly(4 + i % 8, seed + static_cast<uint64_t>(i), &game);
      if (!game.IsOver()) leaves.Add(game);
    }
    return leaves;
  }
  std::vector<LeafRequest> requests() const {
    std::vector<LeafRequest> requests;
    for (size_t i = 0; i < games_.size(); ++i) {
      requests.push_back({&games_[i], {moves_[i].data(), moves_[i].size()}});
    }
    return requests;
  }

 private:
  std::vector<Game> games_;
  std::vector<MoveList> moves_;
};

/// An evaluator that counts the leaves that get past the cache.
class CountingEvaluator : public Evaluator {
 public:
  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    batches.push_back(leaves.size());
    fake_.Evaluate(leaves, out);
  }
  std::vector<size_t> batches;

 private:
  FakeEvaluator fake_{1};
};

void ExpectSame(const Evaluation& a, const Evaluation& b) {
  EXPECT_EQ(a.win, b.win);
  EXPECT_EQ(a.draw, b.draw);
  EXPECT_EQ(a.loss, b.loss);
  EXPECT_EQ(a.moves_left, b.moves_left);
  EXPECT_EQ(a.priors, b.priors);
}

TEST(Cache, ReturnsWhatWasEvaluatedBitForBit) {
  const Leaves leaves = Leaves::Random("linnaeus", 50, 1);
  const std::vector<LeafRequest> requests = leaves.requests();
  CountingEvaluator evaluator;
  EvaluationCache cache({.bytes = 1 << 20});
  CachedEvaluator cached(&evaluator, &cache);
  std::vector<Evaluation> first(requests.size()), second(requests.size()), plain(requests.size());
  cached.Evaluate(requests, first);
  cached.Evaluate(requests, second);
  FakeEvaluator(1).Evaluate(requests, plain);
  EXPECT_EQ(evaluator.batches, std::vector<size_t>{requests.size()});
  EXPECT_EQ(cache.counts().hits, requests.size());
  EXPECT_EQ(cache.counts().misses, requests.size());
  for (size_t i = 0; i < requests.size(); ++i) {
    ExpectSame(first[i], plain[i]);
    ExpectSame(second[i], plain[i]);
  }
}

TEST(Cache, PassesOnlyTheMissesOnAndInOneBatch) {
  const Leaves leaves = Leaves::Random("linnaeus", 40, 1);
  const std::vector<LeafRequest> requests = leaves.requests();
  CountingEvaluator evaluator;
  EvaluationCache cache({.bytes = 1 << 20});
  CachedEvaluator cached(&evaluator, &cache);
  std::vector<Evaluation> out(requests.size());
  cached.Evaluate(std::span(requests).first(15), std::span(out).first(15));
  cached.Evaluate(requests, out);
  EXPECT_EQ(evaluator.batches, (std::vector<size_t>{15, requests.size() - 15}));
}

TEST(Cache, EvaluatesEqualLeavesOfABatchOnce) {
  const Leaves leaves = Leaves::Random("linnaeus", 5, 1);
  std::vector<LeafRequest> requests = leaves.requests();
  for (size_t i = 0; i < 20; ++i) requests.push_back(requests[i % 5]);
  CountingEvaluator evaluator;
  EvaluationCache cache({.bytes = 1 << 20});
  CachedEvaluator cached(&evaluator, &cache);
  std::vector<Evaluation> out(requests.size());
  cached.Evaluate(requests, out);
  EXPECT_EQ(evaluator.batches, std::vector<size_t>{5});
  for (size_t i = 0; i < requests.size(); ++i) ExpectSame(out[i], out[i % 5]);
}

TEST(Cache, TellsRulesApart) {
  const Leaves one = Leaves::Random("linnaeus", 1, 1);
  const Leaves two = Leaves::Random("linnaeus-salmi", 1, 1);
  EXPECT_NE(LeafKey(*one.requests()[0].game, 0), LeafKey(*two.requests()[0].game, 0));
}

// Two move orders lead to the same position. They share a key unless the last moves are part of it.
TEST(Cache, TellsHistoriesApartAsFarAsItIsAsked) {
  const RulesPtr rules = OpenRules("linnaeus");
  Leaves leaves;
  for (const std::vector<const char*>& moves :
       {std::vector<const char*>{"d1-c1", "e3-f3", "a4-b4", "f3-g3"},
        std::vector<const char*>{"a4-b4", "e3-f3", "d1-c1", "f3-g3"}}) {
    Game game(rules);
    for (const char* move : moves) game.Play(ParseLegalMove(game, move));
    leaves.Add(game);
  }
  const std::vector<LeafRequest> requests = leaves.requests();
  for (const auto& [history, is_same] : {std::pair(0, true), {1, true}, {2, false}, {8, false}}) {
    EXPECT_EQ(LeafKey(*requests[0].game, history) == LeafKey(*requests[1].game, history), is_same)
        << history;
  }
}

TEST(Cache, StaysWithinItsBytesAndForgetsTheOldest) {
  constexpr size_t kBytes = 64 << 10;
  EvaluationCache cache({.bytes = kBytes, .shards = 1});
  EXPECT_LE(cache.bytes(), kBytes + 64);
  CountingEvaluator evaluator;
  CachedEvaluator cached(&evaluator, &cache);
  const Leaves leaves = Leaves::Random("linnaeus", 1000, 1);
  const std::vector<LeafRequest> requests = leaves.requests();
  std::vector<Evaluation> out(1);
  for (const LeafRequest& leaf : requests) cached.Evaluate({&leaf, 1}, out);
  // All hits are correct; the newest entries are present and the oldest are gone.
  FakeEvaluator fake(1);
  Evaluation stored, plain;
  size_t hits = 0;
  for (size_t i = 0; i < requests.size(); ++i) {
    const bool hit = cache.Find(LeafKey(*requests[i].game, 0), requests[i].moves.size(), &stored);
    hits += hit;
    if (i < 300) {
      EXPECT_FALSE(hit);
    }
    if (i >= requests.size() - 20) {
      EXPECT_TRUE(hit);
    }
    if (!hit) continue;
    fake.Evaluate({&requests[i], 1}, {&plain, 1});
    ExpectSame(stored, plain);
  }
  EXPECT_GT(hits, 80u);
}

TEST(Cache, ANumberOfMovesThatDiffersIsAMiss) {
  EvaluationCache cache({.bytes = 1 << 16});
  Evaluation evaluation;
  evaluation.priors = {0.5f, 0.5f};
  cache.Store(42, evaluation);
  EXPECT_TRUE(cache.Find(42, 2, &evaluation));
  EXPECT_FALSE(cache.Find(42, 3, &evaluation));
}

TEST(Cache, AnEvaluationThatDoesNotFitIsNotKept) {
  EvaluationCache cache({.bytes = 1, .shards = 1});
  Evaluation evaluation;
  evaluation.priors.assign(100, 0.01f);
  cache.Store(42, evaluation);
  EXPECT_FALSE(cache.Find(42, 100, &evaluation));
}

TEST(Cache, IsSharedByThreads) {
  const Leaves leaves = Leaves::Random("linnaeus", 200, 1);
  const std::vector<LeafRequest> requests = leaves.requests();
  EvaluationCache cache({.bytes = 64 << 10, .shards = 2});
  std::vector<Evaluation> plain(requests.size());
  FakeEvaluator(1).Evaluate(requests, plain);
  std::vector<int> wrong(4);
  {
    std::vector<std::jthread> threads;
    for (size_t t = 0; t < wrong.size(); ++t) {
      threads.emplace_back([&, t] {
        FakeEvaluator fake(1);
        CachedEvaluator cached(&fake, &cache);
        std::vector<Evaluation> out(8);
        Rng rng(t);
        for (int round = 0; round < 300; ++round) {
          const size_t at = rng.Below(static_cast<uint32_t>(requests.size() - 8));
          cached.Evaluate(std::span(requests).subspan(at, 8), out);
          for (size_t i = 0; i < 8; ++i) {
            wrong[t] += out[i].priors != plain[at + i].priors || out[i].win != plain[at + i].win;
          }
        }
      });
    }
  }
  EXPECT_EQ(wrong, std::vector<int>(4, 0));
  EXPECT_GT(cache.counts().hits, 0u);
}

}  // namespace
}  // namespace raichi
