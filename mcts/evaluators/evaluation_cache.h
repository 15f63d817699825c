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
  size_t bytes = size_t{64} << 20;  // in all, for evaluations and their index
  int shards = 16;                  // each with a lock of its own; a power of two
  CacheMode mode = CacheMode::kExact;
  int history = 0;  // how many of the last moves tell positions apart
};

/// What evaluators said of earlier leaves: a bounded table that any number of threads may share.
/// One cache serves one model: keys do not say who evaluated. Returns what was stored, bit for bit.
/// The oldest evaluations make room for new ones. Allocates only when it is made.
///
/// A shard is a ring of words and an index. Evaluations of different lengths lie in the ring one
/// after the other in the order in which they came; the index says where. What the ring has
/// overwritten since is known by its age.
class EvaluationCache {
 public:
  explicit EvaluationCache(const CacheConfig& config);
  ~EvaluationCache();

  const CacheConfig& config() const { return config_; }
  /// Fills `out` if an evaluation of as many moves is stored under `key`; counts a hit.
  bool Find(uint64_t key, size_t num_moves, Evaluation* out);
  /// Counts a miss.
  void Store(uint64_t key, const Evaluation& evaluation);

  /// Of the leaves that came, an equal one in the same batch answers a duplicate.
  struct Counts {
    uint64_t hits = 0;
    uint64_t misses = 0;
    uint64_t duplicates = 0;
    /// The share of leaves that no network had to see, in [0, 1].
    double HitRate() const {
      const uint64_t known = hits + duplicates;
      return known == 0 ? 0 : static_cast<double>(known) / static_cast<double>(known + misses);
    }
  };
  void CountDuplicates(uint64_t count) { duplicates_ += count; }
  Counts counts() const;
  size_t bytes() const;  // what was allocated, at most the configured number and a little

 private:
  class Shard;
  Shard& ShardOf(uint64_t key) const;

  CacheConfig config_;
  std::vector<std::unique_ptr<Shard>> shards_;
  std::atomic<uint64_t> duplicates_ = 0;
};

}  // namespace raichi
