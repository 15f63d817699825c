#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "mcts/evaluator.h"
#include "rules/game.h"

namespace raichi {

struct CacheConfig {
  size_t bytes = size_t{64} << 20;  // total size of the evaluations and their index
  int shards = 16;                  // each has its own lock; a power of two
  int history = 0;                  // number of last moves that are part of the key
};

/// A bounded table of evaluations of earlier leaves. Thread-safe. A cache serves one model: keys do
/// not identify the evaluator. Evaluations are returned bit for bit as they were stored. New
/// evaluations replace the oldest ones. Allocates only on construction.
///
/// Each shard is a ring of words and an index. Evaluations, which vary in length, are stored in the
/// ring one after the other in order of arrival; the index holds their places. An entry that the
/// ring has since overwritten is recognised by its age.
class EvaluationCache {
 public:
  explicit EvaluationCache(const CacheConfig& config);
  ~EvaluationCache();

  const CacheConfig& config() const { return config_; }
  /// Fills `out`, counts a hit and returns true if an evaluation with `num_moves` priors is stored
  /// under `key`.
  bool Find(uint64_t key, size_t num_moves, Evaluation* out);
  /// Stores an evaluation and counts a miss.
  void Store(uint64_t key, const Evaluation& evaluation);

  /// Counts of the leaves looked up.
  struct Counts {
    uint64_t hits = 0;
    uint64_t misses = 0;
  };
  Counts counts() const;
  size_t bytes() const;  // allocated size, at most slightly above CacheConfig::bytes

 private:
  class Shard;
  Shard& ShardOf(uint64_t key) const;

  CacheConfig config_;
  std::vector<std::unique_ptr<Shard>> shards_;
};

/// Returns the key of a leaf in a cache: a hash of what an evaluation may depend on, which is the
/// position, the rules and the last `history` moves. It leaves out earlier positions, although the
/// game's result may depend on whether one of them recurs. But if the rules forbid repeating a
/// position, it covers the whole history.
uint64_t LeafKey(const Game& game, int history);

/// A decorator that adds a cache to an evaluator. Passes on only the leaves that are not cached, as
/// one batch, and only the first of several equal leaves. Not thread-safe: threads share a cache,
/// but each has its own CachedEvaluator. Once warm, allocates nothing.
class CachedEvaluator : public Evaluator {
 public:
  CachedEvaluator(std::shared_ptr<Evaluator> next, std::shared_ptr<EvaluationCache> cache)
      : next_(std::move(next)), cache_(std::move(cache)) {}
  /// `next` and `cache` must outlive it.
  CachedEvaluator(Evaluator* next, EvaluationCache* cache)
      : CachedEvaluator(std::shared_ptr<Evaluator>(std::shared_ptr<void>(), next),
                        std::shared_ptr<EvaluationCache>(std::shared_ptr<void>(), cache)) {}

  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override;
  bool Recall(const LeafRequest& leaf, Evaluation* out) override;

 private:
  struct Answer {
    size_t leaf;  // index in the caller's batch
    size_t miss;  // index in misses_
  };
  uint64_t KeyOf(const LeafRequest& leaf) const;
  size_t FindOrAddMiss(uint64_t key, const LeafRequest& leaf);

  std::shared_ptr<Evaluator> next_;
  std::shared_ptr<EvaluationCache> cache_;
  std::vector<LeafRequest> misses_;
  std::vector<uint64_t> miss_keys_;
  std::vector<Evaluation> evaluations_;  // of the misses; never shrinks
  std::vector<Answer> answers_;
  std::vector<uint32_t> slots_;  // hash table with open addressing, by key: 1 + index in misses_
};

}  // namespace raichi
