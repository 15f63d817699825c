#pragma once

#include "nn/network/network.h"
#include "nn/network/torch_compat.h"

namespace raichi {

/// Includes LibTorch headers, so only code of the LibTorch library may include this header.

/// What follows the normalization of a convolution: additions, ReLU, and then the mask.
struct NormConvTerms {
  at::Tensor board_bias;  // [N, out], or undefined
  at::Tensor residual;    // [N, out, S, S], 0 off the board, or undefined
  bool masked = true;     // sets the squares off the board to 0
};

/// True if NormConv can compute a layer: on the processor, with a normalization.
bool SuitsNormConv(const LayerWeights& layer);

/// Computes in training a convolution of x, normalizes it by the statistics of the batch on the
/// squares of the boards, sets the other squares to 0, adds the terms and applies ReLU and the
/// mask, in a few passes over memory (nn/cpu/norm_passes.h). Updates the running statistics in
/// `layer`. It can be differentiated. x is 0 off the board. The result is channels-last.
///
/// Replaces *x by a tensor of the same numbers. Other layers should read it too: the convolution of
/// the gradient then adds theirs to its own, which saves a pass.
at::Tensor NormConv(at::Tensor* x, const LayerWeights& layer, const NormConvTerms& terms,
                    const NetworkInput& input);

}  // namespace raichi
