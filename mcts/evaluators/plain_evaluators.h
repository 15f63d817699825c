#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "mcts/evaluator.h"

namespace raichi {

/// An evaluator without knowledge: all moves and all results are equally likely. Costs almost
/// nothing. Thread-safe.
class UniformEvaluator : public Evaluator {
 public:
  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override;
};

/// A stand-in for a network, for tests and for measuring everything but the network. Its
/// evaluations are meaningless but deterministic: they are derived from the hash of the position
/// and a seed, so equal positions have equal evaluations. Thread-safe.
class FakeEvaluator : public Evaluator {
 public:
  explicit FakeEvaluator(uint64_t seed) : seed_(seed) {}
  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override;

 private:
  void Evaluate(const LeafRequest& leaf, Evaluation* out) const;

  uint64_t seed_;
};

struct PlayoutConfig {
  int playouts = 1;     // per leaf
  int max_plies = 300;  // longer playouts count as draws
  uint64_t seed = 0;
};

/// An evaluator that plays random games from the leaf, with all moves equally likely. Reports the
/// shares of their results, their mean length and priors that differ by up to a tenth, at random: a
/// search with few visits sees only a part of the moves, and with equal priors it would always be
/// the first ones of the list. The seed and the leaf's hash determine the random stream, so equal
/// leaves have equal evaluations. Playouts ignore repetition and the rules' own limits on the
/// length of a game. Thread-safe.
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
  static void SetPriors(size_t moves, Rng* rng, std::vector<float>* priors);
  Outcome PlayOut(const Rules& rules, Position position, Rng* rng) const;

  PlayoutConfig config_;
};

/// Makes each batch of another evaluator take a given time longer, during which the thread sleeps.
/// With a fake evaluator it stands for a network on a device that costs the processor nothing.
class DelayedEvaluator : public Evaluator {
 public:
  DelayedEvaluator(std::unique_ptr<Evaluator> next, std::chrono::microseconds delay)
      : next_(std::move(next)), delay_(delay) {}
  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override;

 private:
  std::unique_ptr<Evaluator> next_;
  std::chrono::microseconds delay_;
};

}  // namespace raichi
