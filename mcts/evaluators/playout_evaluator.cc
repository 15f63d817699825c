#include "mcts/evaluators/playout_evaluator.h"

#include "rules/movegen.h"

namespace raichi {

void PlayoutEvaluator::Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) {
  for (size_t i = 0; i < leaves.size(); ++i) Evaluate(leaves[i], &out[i]);
}

void PlayoutEvaluator::Evaluate(const LeafRequest& leaf, Evaluation* out) const {
  const Game& game = *leaf.game;
  Rng rng(Mix64(config_.seed) ^ game.StateHash());
  const Result win = WinFor(game.to_move());
  const float share = 1 / static_cast<float>(config_.playouts);
  out->win = out->draw = out->loss = out->moves_left = 0;
  for (int i = 0; i < config_.playouts; ++i) {
    const Outcome outcome = PlayOut(game.rules(), game.position(), &rng);
    (outcome.result == win             ? out->win
     : outcome.result == Result::kDraw ? out->draw
                                       : out->loss) += share;
    out->moves_left += share * static_cast<float>(outcome.plies);
  }
  SetPriors(leaf.moves.size(), &rng, &out->priors);
}

void PlayoutEvaluator::SetPriors(size_t moves, Rng* rng, std::vector<float>* priors) {
  constexpr double kSpread = 0.1;
  priors->clear();
  double sum = 0;
  for (size_t i = 0; i < moves; ++i) {
    const double weight = 1 + kSpread * rng->Uniform();
    sum += weight;
    priors->push_back(static_cast<float>(weight));
  }
  for (float& prior : *priors) prior /= static_cast<float>(sum);
}

PlayoutEvaluator::Outcome PlayoutEvaluator::PlayOut(const Rules& rules, Position position,
                                                    Rng* rng) const {
  for (int ply = 0; ply < config_.max_plies; ++ply) {
    const Step step = Play(rules, RandomMove(rules, position, rng), &position);
    if (step.result != Result::kOngoing) return {step.result, ply + 1};
  }
  return {Result::kDraw, config_.max_plies};
}

}  // namespace raichi
