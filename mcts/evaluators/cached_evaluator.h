#pragma once

#include <cstdint>
#include <vector>

#include "mcts/evaluator.h"
#include "mcts/evaluators/evaluation_cache.h"

namespace raichi {

/// Decorates an evaluator with a cache: only leaves that the cache does not know are passed on, as
/// one batch, and of equal leaves only the first. `next` and `cache` must outlive it. For one
/// thread at a time; threads share a cache, each with an evaluator of its own. Once warm, allocates
/// nothing.
class CachedEvaluator : public Evaluator {
 public:
  CachedEvaluator(Evaluator* next, EvaluationCache* cache)
      : next_(next), cache_(cache), keys_(cache->config().mode, cache->config().history) {}

  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override;
  bool Recall(const LeafRequest& leaf, Evaluation* out) override;

 private:
  struct Answer {
    size_t leaf;  // in the caller's batch
    size_t miss;  // in ours
    Symmetry symmetry;
  };
  bool Find(const LeafKey& key, const LeafRequest& leaf, Evaluation* out);
  size_t FindOrAddMiss(const LeafKey& key, const LeafRequest& leaf);

  Evaluator* next_;
  EvaluationCache* cache_;
  LeafKeys keys_;
  std::vector<LeafRequest> misses_;
  std::vector<LeafKey> miss_keys_;
  std::vector<Evaluation> evaluations_;  // of the misses; never shrinks
  std::vector<Answer> answers_;
  std::vector<uint32_t> slots_;  // open addressing by key: 1 + place in the misses
};

}  // namespace raichi
