#include "mcts/evaluators/uniform_evaluator.h"

namespace raichi {

void UniformEvaluator::Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) {
  for (size_t i = 0; i < leaves.size(); ++i) {
    const size_t count = leaves[i].moves.size();
    out[i].win = out[i].draw = out[i].loss = 1.0f / 3;
    out[i].moves_left = 0;
    out[i].priors.assign(count, 1 / static_cast<float>(count));
  }
}

}  // namespace raichi
