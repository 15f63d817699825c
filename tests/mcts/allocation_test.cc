// Checks that neither simulations nor the cache allocate once warm. Replaces the program's operator
// new.

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <vector>

#include "mcts/evaluators/cached_evaluator.h"
#include "mcts/evaluators/plain_evaluators.h"
#include "mcts/search/search.h"
#include "rules/files/rule_file.h"
#include "tests/mcts/helpers.h"

// Under ThreadSanitizer, gcc sees operator delete free memory that came from malloc and wrongly
// reports a mismatch.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif

namespace {

std::atomic<long> allocations{0};

void* Allocate(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return Allocate(size); }
void* operator new[](std::size_t size) { return Allocate(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return Allocate(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return Allocate(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace raichi {
namespace {

/// Several searches in lockstep, as in a self-play worker. Each begins a new game at ply 40.
class Worker {
 public:
  Worker(Evaluator* evaluator, const SearchConfig& config) : evaluator_(evaluator) {
    PlayRandomly(20, 1, &start_);
    for (uint64_t seed = 0; seed < 8; ++seed) searches_.emplace_back(config, start_, seed);
    for (Search& search : searches_) search.Start(kBudget);
    leaves_.resize(searches_.size());
    evaluations_.resize(searches_.size());
  }
  /// Returns the number of allocations in the part that must not allocate, which excludes results
  /// and new games.
  long Step() {
    const long before = allocations;
    long excused = 0;
    for (size_t i = 0; i < searches_.size(); ++i) {
      const LeafRequest* leaf = nullptr;
      while ((leaf = searches_[i].SelectLeaf()) == nullptr) excused += EndTurn(&searches_[i]);
      leaves_[i] = *leaf;
    }
    evaluator_->Evaluate(leaves_, evaluations_);
    for (size_t i = 0; i < searches_.size(); ++i) searches_[i].Answer(evaluations_[i]);
    return allocations - before - excused;
  }

 private:
  static constexpr SearchBudget kBudget{.visits = 48, .noise = true};

  long EndTurn(Search* search) {
    const long before = allocations;
    const Move move = search->ChooseMove();
    const long of_result = allocations - before;
    search->Play(move);
    const long before_reset = allocations;
    if (search->game().IsOver() || search->game().ply() >= 40) search->Reset(start_, ++seed_);
    const long of_reset = allocations - before_reset;
    search->Start(kBudget);
    return of_result + of_reset;
  }

  Game start_{OpenRules("linnaeus")};
  Evaluator* evaluator_;
  uint64_t seed_ = 100;
  std::vector<Search> searches_;
  std::vector<LeafRequest> leaves_;
  std::vector<Evaluation> evaluations_;
};

constexpr int kSteps = 2'000;
/// Tolerated allocations: fewer than one per turn of 48 visits, because a tree that outgrows the
/// common size must grow again.
constexpr long kFew = 8 * kSteps / 150;

long AllocationsOnceWarm(Evaluator* evaluator, const SearchConfig& config = {}) {
  Worker worker(evaluator, config);
  for (int i = 0; i < 20'000; ++i) worker.Step();
  long sum = 0;
  for (int i = 0; i < kSteps; ++i) sum += worker.Step();
  return sum;
}

TEST(Allocation, TheCounterCounts) {
  const long before = allocations;
  ::operator delete(::operator new(1));
  EXPECT_GT(allocations, before);
}

TEST(Allocation, ASearchThatIsWarmHasHardlyAny) {
  FakeEvaluator fake(1);
  EXPECT_LT(AllocationsOnceWarm(&fake), kFew);
  UniformEvaluator uniform;
  EXPECT_LT(AllocationsOnceWarm(&uniform), kFew);
  EXPECT_LT(AllocationsOnceWarm(&fake, {.root = RootRule::kGumbel}), kFew);
}

TEST(Allocation, ACacheThatIsWarmHasHardlyAny) {
  FakeEvaluator fake(1);
  EvaluationCache cache({.bytes = 1 << 20});
  CachedEvaluator cached(&fake, &cache);
  EXPECT_LT(AllocationsOnceWarm(&cached), kFew);
  EXPECT_GT(cache.counts().hits, 0u);
}

}  // namespace
}  // namespace raichi
