#pragma once

#include "nn/backend/trainer.h"
#include "nn/data/samples.h"
#include "nn/data/train_config.h"
#include "nn/network/network.h"
#include "nn/network/torch_compat.h"

namespace raichi {

/// (Knows LibTorch: for nn/*.cc only.)

/// A batch's targets on a device (docs/network.md, "Targets").
struct Targets {
  at::Tensor moves;        // [N, M], int64: policy indices of the legal moves, -1 beyond them
  at::Tensor shares;       // [N, M]: shares of the visits
  at::Tensor outcome;      // [N, 3]
  at::Tensor short_value;  // [N]
  at::Tensor moves_left;   // [N], -1: unknown
  at::Tensor survived;     // [N, S * S]: 1 where the piece survives
  at::Tensor king_end;     // [N], int64, -1: unknown
  at::Tensor reply;        // [N], int64, -1: none
};
Targets ToTargets(const SampleBatch& batch, at::Device device);

/// The loss and what goes into it. Statistics are only computed when asked for.
class Loss {
 public:
  Loss(const LossWeights& weights, const NetworkOutput& output, const NetworkInput& input,
       Targets targets);

  const at::Tensor& total() const { return total_; }  // a number, to differentiate
  /// Fills in the loss's parts, the accuracies and the gradient's norm; waits for the device once.
  void Report(const at::Tensor& gradient_norm, TrainStats* stats) const;

 private:
  void AddPolicy(const LossWeights& weights, const NetworkOutput& output);
  void AddValues(const LossWeights& weights, const NetworkOutput& output);
  void AddFates(const LossWeights& weights, const NetworkOutput& output, const NetworkInput& input);
  void Add(double weight, const at::Tensor& term);

  Targets targets_;
  at::Tensor total_;
  std::vector<at::Tensor> terms_;        // in the order in which they were added
  at::Tensor log_policy_, log_outcome_;  // [N, M], [N, 3]
};

}  // namespace raichi
