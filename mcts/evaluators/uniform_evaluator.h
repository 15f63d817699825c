#pragma once

#include "mcts/evaluator.h"

namespace raichi {

/// An evaluator without knowledge: all moves and all results are equally likely. Costs almost
/// nothing. Thread-safe.
class UniformEvaluator : public Evaluator {
 public:
  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override;
};

}  // namespace raichi
