#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "mcts/evaluator.h"

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

}  // namespace raichi
