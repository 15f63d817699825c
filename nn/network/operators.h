#pragma once

#include "nn/network/network.h"
#include "nn/network/torch_compat.h"

namespace raichi {

/// (Includes LibTorch: only for LibTorch's rooms.) The operators of the network's layers.

/// x with the squares off the board set to 0.
at::Tensor Masked(const at::Tensor& x, const NetworkInput& input);

/// A convolution with its normalization, which may be folded into it; then ReLU if wanted, then the
/// mask. `training` normalizes by the batch and updates the running statistics in `layer`.
at::Tensor ConvNorm(const at::Tensor& x, const LayerWeights& layer, const NetworkInput& input,
                    bool training, bool relu);

/// The same convolution with its normalization folded into weight and bias.
LayerWeights FoldNorm(const LayerWeights& layer);

/// The linear map on every square: [N, in, S, S] -> [N, out, S, S].
at::Tensor LinearOnSquares(const at::Tensor& x, const LayerWeights& layer);

/// Global pooling over the squares of a board (Wu 2019): means, means times (n - 9) / 10, maxima.
/// x >= 0, and 0 off the board. [N, C, S, S] -> [N, 3C], f32.
at::Tensor Pool(const at::Tensor& x, const NetworkInput& input);

/// Features [N, C] as [N, C, 1, 1] in the precision of `x`, so that they can be added to it.
at::Tensor PerSquare(const at::Tensor& features, const at::Tensor& x);

/// [N, C, S, S] -> [N, S * S * C], f32, squares first: the order of policy indices.
at::Tensor BySquare(const at::Tensor& x);

}  // namespace raichi
