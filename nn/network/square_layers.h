#pragma once

#include "nn/network/torch_compat.h"

namespace raichi {

/// Includes LibTorch headers, so only code of the LibTorch library may include this header. Layers
/// of training on the processor whose gradients are our own. Activations x are [N, C, S, S],
/// channels-last, f32, with C a multiple of 8.

/// True if the functions below can compute with x.
bool SuitsSquareLayers(const at::Tensor& x);

/// A linear map on every square, with weights [out, in] and a bias [out]. The result is
/// channels-last.
at::Tensor SquareLinear(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias);

/// A linear layer [N, in] -> [N, out] in the same way.
at::Tensor RowLinear(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias);

/// Pool (nn/network/operators.h). `sides` are those of the boards, [N, 1].
at::Tensor PoolOnBoards(const at::Tensor& x, const at::Tensor& sides);

}  // namespace raichi
