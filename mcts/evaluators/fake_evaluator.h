#pragma once

#include <cstdint>

#include "mcts/evaluator.h"

namespace raichi {

/// A stand-in for a network: opinions drawn from the hash of the position and a seed, equal for
/// equal positions, without sense. For tests and for measuring everything but the network. Any
/// number of threads may share it.
class FakeEvaluator : public Evaluator {
 public:
  explicit FakeEvaluator(uint64_t seed) : seed_(seed) {}
  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override;

 private:
  void Evaluate(const LeafRequest& leaf, Evaluation* out) const;

  uint64_t seed_;
};

}  // namespace raichi
