#pragma once

#include <vector>

#include "nn/data/train_config.h"
#include "nn/model/weights.h"
#include "nn/network/torch_compat.h"

namespace raichi {

/// Includes LibTorch headers, so only code of the LibTorch library may include this header.

/// AdamW (Loshchilov and Hutter 2019), Muon (Jordan et al. 2024) or SGD with Nesterov's momentum,
/// on all trained weights as one flat vector. Decoupled weight decay applies to matrices only.
///
/// Muon replaces the update of each hidden matrix by its momentum with all singular values made
/// about 1 (`Orthogonalized`), times max(1, sqrt(rows / columns)), and multiplies the learning rate
/// of these matrices by `muon_scale`. A convolution is a matrix with one row for each output
/// channel. All other weights are updated as by AdamW.
class Optimizer {
 public:
  /// `specs` describe the weights (WeightSpecs).
  Optimizer(const TrainConfig& config, const std::vector<WeightSpec>& specs, at::Device device);

  /// Updates `weights` by one step with the learning rate `rate`. Steps are counted from 0.
  void Step(const at::Tensor& gradient, int64_t step, double rate, at::Tensor* weights);

  // The state: moving averages of the gradient and, for AdamW and Muon, of its square.
  at::Tensor first, second;

 private:
  /// Matrices of one shape, by where they begin in the flat vector.
  struct Matrices {
    int64_t rows, columns;
    std::vector<int64_t> begins;
  };
  /// Adds a hidden matrix to `hidden_`. A GPU orthogonalizes all matrices of a shape `together`,
  /// because it takes longer to launch a kernel than to run it.
  void AddHidden(int64_t begin, int64_t rows, int64_t columns, bool together);
  at::Tensor AdamUpdate(const at::Tensor& gradient, int64_t step);
  /// Replaces the updates of the hidden matrices by those of Muon.
  void ReplaceHidden(const at::Tensor& gradient, at::Tensor* update) const;

  TrainConfig config_;
  at::Tensor scale_;    // of the learning rate: muon_scale for hidden matrices, otherwise 1
  at::Tensor decayed_;  // `scale_` for weights that decay, otherwise 0
  std::vector<Matrices> hidden_;
};

/// Returns a matrix, or each of several ([N, rows, columns]), with its singular values brought to
/// between about 0.7 and 1.2, by five steps of the Newton-Schulz iteration with Jordan's
/// coefficients. Computes in f32.
at::Tensor Orthogonalized(const at::Tensor& matrices);

}  // namespace raichi
