#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "mcts/evaluator.h"
#include "mcts/evaluators/leaf_key.h"

namespace raichi {

struct CacheConfig {
  size_t bytes = size_t{64} << 20;  // total size of the evaluations and their index
  int shards = 16;                  // each has its own lock; a power of two
  CacheMode mode = CacheMode::kExact;
  int history = 0;  // number of last moves that are part of the key
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

  /// Counts of the leaves looked up. A duplicate is a leaf answered by an equal one in the same
  /// batch.
  struct Counts {
    uint64_t hits = 0;
    uint64_t misses = 0;
    uint64_t duplicates = 0;
    /// Returns the share of leaves that did not need the network, in [0, 1].
    double HitRate() const {
      const uint64_t known = hits + duplicates;
      return known == 0 ? 0 : static_cast<double>(known) / static_cast<double>(known + misses);
    }
  };
  void CountDuplicates(uint64_t count) { duplicates_ += count; }
  Counts counts() const;
  size_t bytes() const;  // allocated size, at most slightly above CacheConfig::bytes

 private:
  class Shard;
  Shard& ShardOf(uint64_t key) const;

  CacheConfig config_;
  std::vector<std::unique_ptr<Shard>> shards_;
  std::atomic<uint64_t> duplicates_ = 0;
};

}  // namespace raichi
