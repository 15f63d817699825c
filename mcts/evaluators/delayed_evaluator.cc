#include "mcts/evaluators/delayed_evaluator.h"

#include <thread>

namespace raichi {

void DelayedEvaluator::Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) {
  std::this_thread::sleep_for(delay_);
  next_->Evaluate(leaves, out);
}

}  // namespace raichi
