#include "selfplay/play/counted_evaluator.h"

#include <gtest/gtest.h>

#include "mcts/evaluators/cached_evaluator.h"
#include "mcts/evaluators/fake_evaluator.h"
#include "selfplay/play/worker.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

/// An evaluator that checks the count during an evaluation, as a polling thread would see it.
class CheckingEvaluator : public FakeEvaluator {
 public:
  CheckingEvaluator(const std::atomic<uint64_t>* count, uint64_t* seen)
      : FakeEvaluator(1), count_(count), seen_(seen) {}
  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    EXPECT_EQ(*count_, *seen_);
    FakeEvaluator::Evaluate(leaves, out);
    *seen_ += leaves.size();
  }

 private:
  const std::atomic<uint64_t>* count_;
  uint64_t* seen_;
};

TEST(CountedEvaluatorTest, CountsNeitherWhatACacheKnowsNorDuplicates) {
  SelfPlaySetup setup;
  setup.config.full_visits = setup.config.fast_visits = 8;
  setup.config.max_plies = 10;
  // All games begin alike, so batches contain duplicate leaves.
  setup.config.opening_random_plies = 0;
  setup.rules = {Variant("tawlbwrdd")};
  std::atomic<uint64_t> count = 0;
  uint64_t seen = 0;
  CountedEvaluator network(std::make_unique<CheckingEvaluator>(&count, &seen), &count);
  EvaluationCache cache({.bytes = 1 << 20});
  CachedEvaluator cached(&network, &cache);
  SelfPlayProgress progress;
  Worker worker(&setup, 6, &cached, &progress);
  uint64_t next = 0;
  const auto next_game = [&] { return std::optional(GameTicket{.id = next++, .model = "2"}); };
  for (int step = 0; step < 200; ++step) worker.Step(next_game, [](const FinishedGame&) {});
  EXPECT_GT(cache.counts().duplicates, 0u);
  EXPECT_EQ(count, seen);
  EXPECT_EQ(count, cache.counts().misses);
  // The progress counts the leaves that workers requested.
  EXPECT_LT(count, progress.Snapshot().evaluations);
}

}  // namespace
}  // namespace raichi
