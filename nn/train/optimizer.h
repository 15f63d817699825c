#pragma once

#include "nn/data/train_config.h"
#include "nn/network/torch_compat.h"

namespace raichi {

/// (Includes LibTorch: only for LibTorch's rooms.)

/// AdamW (Loshchilov and Hutter 2019) or SGD with Nesterov's momentum, on all weights as one flat
/// vector. Decoupled weight decay applies to the weights where `decayed` is 1; elsewhere it is 0.
class Optimizer {
 public:
  Optimizer(const TrainConfig& config, at::Tensor decayed);

  /// Changes `weights` by one step at the learning rate `rate`. Steps are counted from 0.
  void Step(const at::Tensor& gradient, int64_t step, double rate, at::Tensor* weights);

  // The state: moving averages of the gradient and, for AdamW, of its square.
  at::Tensor first, second;

 private:
  TrainConfig config_;
  at::Tensor decayed_;
};

}  // namespace raichi
