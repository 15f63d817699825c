#pragma once

#include <cstddef>
#include <vector>

#include "nn/cpu/board_batch.h"

namespace raichi {

/// Batch normalization in training on the processor, as passes over activations. These are f32,
/// [board][square][channel] (channels-last), and the channels are a multiple of kChannelStep. Only
/// the squares of the boards count, not those of the canvas around them.
///
/// Each pass handles some boards, and what it computes for a board does not depend on the others.
/// Any thread may call any function on its own boards.

/// Computes for each board and channel of x the mean and the sum of squared distances from it:
/// moments [board][2][channel].
void MeasureBoards(const float* x, const BoardBatch& boards, float* moments);

/// The moments of a whole batch, by channel.
struct NormMoments {
  std::vector<float> mean, variance;  // of the batch, not of what it was drawn from
  double squares = 0;
};
NormMoments TotalOf(const float* moments, const BoardBatch& all);

/// What becomes of a convolution's result x:
/// y = max(0, (x - mean) * factor + bias + board_bias + residual).
/// Off the board, y is 0 if it is `masked`, else max(0, board_bias).
struct NormTerms {
  const float *mean, *factor, *bias;  // [channel]
  const float* board_bias = nullptr;  // [board][channel], or null
  const float* residual = nullptr;    // of the shape of x and 0 off the board, or null
  bool masked = true;
};
void NormalizeBoards(const float* x, const NormTerms& terms, const BoardBatch& boards, float* y);

/// A result y of NormalizeBoards and its gradient. That of the sum which the ReLU reads is dy where
/// y > 0, else 0.
struct NormResult {
  const float *x, *mean, *y, *dy;
};
/// The sums over a board that SumGradients computes.
enum NormSums : size_t {
  kSumOfAll,       // of the gradient of the sum, on the whole canvas
  kSumOnBoard,     // of it on the board
  kSumOfProducts,  // of its products with x - mean, on the board
  kNormSums,
};
/// Computes sums [board][kNormSums][channel]. Stores the gradient of the sum in `of_sum` if that is
/// not null.
void SumGradients(const NormResult& result, const BoardBatch& boards, float* sums, float* of_sum);

/// Computes the gradient of x from that of the sum, g:
/// dx = g * factor - shift - (x - mean) * slope on the board, else 0. For the derivative of the
/// normalization, shift and slope follow from the sums over all boards. dx begins with the board
/// `boards.begin`.
struct NormSlopes {
  const float *factor, *shift, *slope;  // [channel]
};
void DifferentiateNorm(const NormResult& result, const NormSlopes& slopes, const BoardBatch& boards,
                       float* dx);

/// Sets x to 0 off the boards.
void ClearOffBoards(const BoardBatch& boards, float* x);

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
