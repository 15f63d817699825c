#pragma once

// LibTorch 1.13's headers use IValue before they define it, which clang refuses in C++20.
// clang-format off
#include <ATen/core/ivalue.h>
#include <ATen/ATen.h>
// clang-format on

namespace raichi {

/// Includes LibTorch's headers and hides the differences between its versions 1.13 and 2.x and
/// between their builds.

/// A linear layer [N, in] -> [N, out]. On the processor it is computed as a 1x1 convolution,
/// because distributions build LibTorch 1.13 with the reference BLAS, whose matrix products are
/// many times slower than oneDNN's convolutions.
inline at::Tensor Linear(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias) {
  if (x.device().type() != at::kCPU) return at::linear(x, weight, bias);
  return at::conv2d(x.unsqueeze(-1).unsqueeze(-1), weight.unsqueeze(-1).unsqueeze(-1), bias)
      .flatten(1);
}

}  // namespace raichi
