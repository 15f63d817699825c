#pragma once

#include "mcts/evaluator.h"

namespace raichi {

/// Knows nothing: all moves and results are equally likely. Costs nearly nothing; any number of
/// threads may share it.
class UniformEvaluator : public Evaluator {
 public:
  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override;
};

}  // namespace raichi
