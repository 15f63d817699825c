#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "mcts/evaluator.h"
#include "mcts/leaf_key.h"

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

  struct Counts {
    uint64_t hits = 0;
    uint64_t misses = 0;
  };
  Counts counts() const;
  size_t bytes() const;  // what was allocated, at most the configured number and a little

 private:
  class Shard;
  Shard& ShardOf(uint64_t key) const;

  CacheConfig config_;
  std::vector<std::unique_ptr<Shard>> shards_;
};

}  // namespace raichi
