#pragma once

#include "nn/cpu/board_batch.h"

namespace raichi {

/// Global pooling (docs/network.md) in training on the processor. Any thread may call any function
/// on its own boards.

/// Computes features [board][3][channel] of x, which is at least 0: means, means times
/// (side - 9) / 10, maxima.
void PoolBoards(const float* x, const BoardBatch& boards, float* features);

/// Computes the gradient dx of x, which is 0 off the boards, from that of the features. Squares
/// that share a maximum share its gradient.
void DifferentiatePool(const float* x, const float* features, const float* of_features,
                       const BoardBatch& boards, float* dx);

}  // namespace raichi
