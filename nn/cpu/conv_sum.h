#pragma once

namespace raichi {

/// What is added to the result of a convolution [board][square][out] before it is stored. The
/// result must not overlap any of it, nor the convolution's input.
struct ConvSum {
  const float* bias = nullptr;        // [out], or null
  const float* board_bias = nullptr;  // [board][out], or null
  const float* residual = nullptr;    // of the shape of the result, or null
  bool relu = false;
};

}  // namespace raichi
