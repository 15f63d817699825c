#include "mcts/evaluators/plain_evaluators.h"

#include <thread>

#include "base/rng.h"
#include "rules/movegen.h"

namespace raichi {

void UniformEvaluator::Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) {
  for (size_t i = 0; i < leaves.size(); ++i) {
    const size_t count = leaves[i].moves.size();
    out[i].win = out[i].draw = out[i].loss = 1.0f / 3;
    out[i].moves_left = 0;
    out[i].priors.assign(count, 1 / static_cast<float>(count));
  }
}

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

void DelayedEvaluator::Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) {
  std::this_thread::sleep_for(delay_);
  next_->Evaluate(leaves, out);
}

}  // namespace raichi
