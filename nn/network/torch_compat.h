#pragma once

// LibTorch 1.13's headers use IValue before they define it, which clang refuses in C++20.
// clang-format off
#include <ATen/core/ivalue.h>
#include <ATen/ATen.h>
// clang-format on

namespace raichi {

/// LibTorch as nn/ includes it, and where 1.13 and 2.x, or their builds, differ.

/// A linear layer [N, in] -> [N, out]. On the processor as a 1x1 convolution: distributions build
/// LibTorch 1.13 on the reference BLAS, whose matrix products are many times slower than oneDNN's.
inline at::Tensor Linear(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias) {
  if (x.device().type() != at::kCPU) return at::linear(x, weight, bias);
  return at::conv2d(x.unsqueeze(-1).unsqueeze(-1), weight.unsqueeze(-1).unsqueeze(-1), bias)
      .flatten(1);
}

}  // namespace raichi
