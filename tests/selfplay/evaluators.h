#pragma once

#include <algorithm>

#include "mcts/evaluator.h"

namespace raichi {

/// An evaluator that is certain that one side loses, with uniform priors.
class PessimistAbout : public Evaluator {
 public:
  explicit PessimistAbout(Side loser) : loser_(loser) {}
  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    for (size_t i = 0; i < leaves.size(); ++i) {
      const size_t moves = leaves[i].moves.size();
      const bool loses = leaves[i].game->to_move() == loser_;
      out[i].win = loses ? 0.0f : 1.0f;
      out[i].draw = 0;
      out[i].loss = loses ? 1.0f : 0.0f;
      out[i].moves_left = 0;
      out[i].priors.assign(moves, 1 / static_cast<float>(moves));
    }
  }

 private:
  Side loser_;
};

/// An evaluator that counts the leaves and batches it passes on to another evaluator.
class CountingEvaluator : public Evaluator {
 public:
  explicit CountingEvaluator(Evaluator* inner) : inner_(inner) {}
  void Evaluate(std::span<const LeafRequest> batch, std::span<Evaluation> out) override {
    ++batches;
    leaves += batch.size();
    largest = std::max(largest, batch.size());
    inner_->Evaluate(batch, out);
  }

  size_t batches = 0;
  size_t leaves = 0;
  size_t largest = 0;

 private:
  Evaluator* inner_;
};

}  // namespace raichi
