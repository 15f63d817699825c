#pragma once

#include "nn/backend/trainer.h"
#include "nn/data/samples.h"
#include "nn/data/train_config.h"
#include "nn/network/network.h"
#include "nn/network/torch_compat.h"

namespace raichi {

/// Includes LibTorch headers, so only code of the LibTorch library may include this header.

/// The targets of a batch on a device (docs/network.md, "Targets").
struct Targets {
  at::Tensor moves;        // [N, M], int64: policy indices of the legal moves, -1 beyond them
  at::Tensor shares;       // [N, M]: target probabilities of these moves
  at::Tensor outcome;      // [N, 3]
  at::Tensor short_value;  // [N]
  at::Tensor moves_left;   // [N], -1: unknown
  at::Tensor survived;     // [N, S * S]: 1 where the piece survives
  at::Tensor king_end;     // [N], int64, -1: unknown
  at::Tensor reply;        // [N], int64, -1: none
};
Targets ToTargets(const SampleBatch& batch, at::Device device);

/// The loss of a batch. A term whose weight is 0 is not computed: it takes part neither in the
/// total nor in its gradient, and is reported as 0.
class Loss {
 public:
  Loss(const LossWeights& weights, const NetworkOutput& output, const NetworkInput& input,
       Targets targets);

  const at::Tensor& total() const { return total_; }  // a scalar, to differentiate
  /// Writes the terms, the total, the accuracies and the gradient's norm to `stats`. Waits for the
  /// device once.
  void FillStats(const at::Tensor& gradient_norm, TrainStats* stats) const;

 private:
  void AddPolicy(const LossWeights& weights, const NetworkOutput& output);
  void AddValues(const LossWeights& weights, const NetworkOutput& output);
  void AddFates(const LossWeights& weights, const NetworkOutput& output, const NetworkInput& input);
  /// Adds weight * compute() to the total, and compute() to the statistics as `place`.
  template <typename Compute>
  void Add(double weight, double TrainStats::*place, const Compute& compute);

  struct Term {
    double TrainStats::*place;
    at::Tensor value;  // a scalar
  };
  Targets targets_;
  at::Tensor total_;
  std::vector<Term> terms_;              // terms whose weight is not 0
  at::Tensor log_policy_, log_outcome_;  // [N, M], [N, 3]
};

}  // namespace raichi
