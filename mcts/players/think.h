#pragma once

#include <span>
#include <vector>

#include "mcts/evaluator.h"

namespace raichi {

/// Evaluates everything that a `Search` or a `Player` requests until it requests no more. Returns
/// the number of evaluations. `evaluator` may be null if nothing is requested.
template <typename Thinker>
int Think(Thinker* thinker, Evaluator* evaluator) {
  std::vector<Evaluation> answers;
  int evaluations = 0;
  for (auto leaves = thinker->SelectLeaves(); !leaves.empty(); leaves = thinker->SelectLeaves()) {
    if (answers.size() < leaves.size()) answers.resize(leaves.size());
    const std::span batch = std::span(answers).first(leaves.size());
    evaluator->Evaluate(leaves, batch);
    thinker->Answer(batch);
    evaluations += static_cast<int>(leaves.size());
  }
  return evaluations;
}

}  // namespace raichi
