#include "mcts/evaluators/fake_evaluator.h"

#include "base/rng.h"

namespace raichi {

void FakeEvaluator::Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) {
  for (size_t i = 0; i < leaves.size(); ++i) Evaluate(leaves[i], &out[i]);
}

void FakeEvaluator::Evaluate(const LeafRequest& leaf, Evaluation* out) const {
  Rng rng(Mix64(seed_) ^ leaf.game->StateHash());
  const auto draw = [&rng] { return static_cast<float>(rng.Uniform()); };
  out->win = draw();
  out->draw = (1 - out->win) * draw();
  out->loss = 1 - out->win - out->draw;
  out->moves_left = 100 * draw();
  // A few likely moves and many unlikely ones, as in the output of networks.
  out->priors.resize(leaf.moves.size());
  float sum = 0;
  for (float& prior : out->priors) {
    const float u = draw();
    sum += prior = 0.01f + u * u * u * u;
  }
  for (float& prior : out->priors) prior /= sum;
}

}  // namespace raichi
