#pragma once

#include <span>
#include <vector>

#include "mcts/evaluator.h"

namespace raichi {

/// Has everything evaluated that a `Search` or a `Player` asks for until it asks no more. Returns
/// how many evaluations that took. `evaluator` may be null where none is needed.
template <typename Thinker>
int Think(Thinker* thinker, Evaluator* evaluator) {
  std::vector<Evaluation> answers;
  int evaluations = 0;
  for (auto leaves = thinker->SelectLeaves(); !leaves.empty(); leaves = thinker->SelectLeaves()) {
    if (answers.size() < leaves.size()) answers.resize(leaves.size());
    const std::span batch = std::span(answers).first(leaves.size());
    evaluator->Evaluate(leaves, batch);
    thinker->Backup(batch);
    evaluations += static_cast<int>(leaves.size());
  }
  return evaluations;
}

}  // namespace raichi
