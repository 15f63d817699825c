#pragma once

#include <vector>

#include "nn/network/network.h"
#include "nn/network/torch_compat.h"

namespace raichi {

/// Includes LibTorch headers, so only code of the LibTorch library may include this header.

/// What follows the batch normalization of a convolution: additions, then ReLU, then the mask.
struct NormSum {
  at::Tensor board_bias;              // [N, C], or undefined
  std::vector<at::Tensor> residuals;  // [N, C, S, S]
  bool relu = false;
  bool masked = false;  // sets the squares off the board to 0
};

/// True if AddNormalized can compute convolutions of these weights in the precision of x.
bool SuitsNormSum(const at::Tensor& x);

/// Normalizes a convolution x [N, C, S, S] by the statistics of the batch on the squares of the
/// boards, sets the other squares to 0, and adds `sum`, in a few passes over memory. Updates the
/// running statistics in `layer`. It can be differentiated. `mask` is that of NetworkInput. The
/// result is channels-last. It does not depend on the number of LibTorch's threads.
at::Tensor AddNormalized(const at::Tensor& x, const LayerWeights& layer, const at::Tensor& mask,
                         const NormSum& sum);

}  // namespace raichi
