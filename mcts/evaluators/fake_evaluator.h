#pragma once

#include <cstdint>

#include "mcts/evaluator.h"

namespace raichi {

/// A stand-in for a network, for tests and for measuring everything but the network. Its
/// evaluations are meaningless but deterministic: they are derived from the hash of the position
/// and a seed, so equal positions have equal evaluations. Thread-safe.
class FakeEvaluator : public Evaluator {
 public:
  explicit FakeEvaluator(uint64_t seed) : seed_(seed) {}
  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override;

 private:
  void Evaluate(const LeafRequest& leaf, Evaluation* out) const;

  uint64_t seed_;
};

}  // namespace raichi
