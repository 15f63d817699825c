#pragma once

#include <cstdint>

#include "mcts/evaluator.h"
#include "rules/rng.h"

namespace raichi {

struct PlayoutConfig {
  int playouts = 1;     // per leaf
  int max_plies = 300;  // a longer playout is a draw
  uint64_t seed = 0;
};

/// Evaluates a leaf by random games from it, all moves equally likely: the shares of their results,
/// their mean length, uniform priors. The random stream is fixed by the seed and the leaf's hash,
/// so equal leaves have equal evaluations. Playouts ignore repetition and the rules' own limits.
/// Any number of threads may share it.
class PlayoutEvaluator : public Evaluator {
 public:
  explicit PlayoutEvaluator(const PlayoutConfig& config) : config_(config) {}
  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override;

 private:
  struct Outcome {
    Result result;
    int plies;
  };
  void Evaluate(const LeafRequest& leaf, Evaluation* out) const;
  Outcome PlayOut(const Rules& rules, Position position, Rng* rng) const;

  PlayoutConfig config_;
};

}  // namespace raichi
