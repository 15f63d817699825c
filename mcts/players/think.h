#pragma once

#include <functional>
#include <span>
#include <vector>

#include "mcts/evaluator.h"

namespace raichi {

/// Evaluates everything that a `Search` or a `Player` requests until it requests no more. Returns
/// the number of evaluations. `evaluator` may be null if nothing is requested. Calls `tick`, if
/// there is one, after every batch.
template <typename Thinker>
int Think(Thinker* thinker, Evaluator* evaluator, const std::function<void()>& tick = {}) {
  std::vector<Evaluation> answers;
  int evaluations = 0;
  for (auto leaves = thinker->SelectLeaves(); !leaves.empty(); leaves = thinker->SelectLeaves()) {
    if (answers.size() < leaves.size()) answers.resize(leaves.size());
    const std::span batch = std::span(answers).first(leaves.size());
    evaluator->Evaluate(leaves, batch);
    thinker->Answer(batch);
    evaluations += static_cast<int>(leaves.size());
    if (tick) tick();
  }
  return evaluations;
}

}  // namespace raichi
