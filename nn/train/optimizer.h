#pragma once

#include "nn/data/train_config.h"
#include "nn/network/torch_compat.h"

namespace raichi {

/// Includes LibTorch headers, so only code of the LibTorch library may include this header.

/// AdamW (Loshchilov and Hutter 2019) or SGD with Nesterov's momentum, on all weights as one flat
/// vector. Decoupled weight decay applies to the weights for which `decayed` is 1; for all others
/// it is 0.
class Optimizer {
 public:
  Optimizer(const TrainConfig& config, at::Tensor decayed);

  /// Updates `weights` by one step with the learning rate `rate`. Steps are counted from 0.
  void Step(const at::Tensor& gradient, int64_t step, double rate, at::Tensor* weights);

  // The state: moving averages of the gradient and, for AdamW, of its square.
  at::Tensor first, second;

 private:
  TrainConfig config_;
  at::Tensor decayed_;
};

}  // namespace raichi
