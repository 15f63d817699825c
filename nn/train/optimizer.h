#pragma once

#include "nn/data/train_config.h"
#include "nn/network/torch_compat.h"

namespace raichi {

/// (Knows LibTorch: for nn/*.cc only.)

/// AdamW (Loshchilov and Hutter 2019) or SGD with Nesterov's momentum, on all weights as one flat
/// vector, with decoupled weight decay on those where `decayed` is 1.
class Optimizer {
 public:
  Optimizer(const TrainConfig& config, at::Tensor decayed);

  /// Changes the weights by a step of that learning rate; steps are counted from 0.
  void Step(const at::Tensor& gradient, int64_t step, double rate, at::Tensor* weights);

  // The state: moving averages of the gradient and of its square (AdamW's alone).
  at::Tensor first, second;

 private:
  TrainConfig config_;
  at::Tensor decayed_;
};

}  // namespace raichi
