#pragma once

#include <cstddef>

#include "nn/cpu/vectors.h"

namespace raichi {

/// Boards of `side` x `side` squares. Their ranks begin `pitch` squares apart, and they themselves
/// pitch * pitch squares apart.
struct BoardShape {
  size_t side, pitch;
};

/// What is added to the result of a convolution [board][square][out] before it is stored. The
/// result must not overlap any of it, nor the convolution's input.
struct ConvSum {
  const float* bias = nullptr;        // [out], or null
  const float* board_bias = nullptr;  // [board][out], or null
  const float* residual = nullptr;    // of the shape of the result, or null
  bool relu = false;
};

/// Memory for calculations, which different convolutions may use in turn. `Element` is the type of
/// the numbers that are multiplied: float or Bf16.
template <typename Element>
struct ConvScratch {
  AlignedVector<Element> inputs;
  AlignedVector<float> products;
};

}  // namespace raichi
