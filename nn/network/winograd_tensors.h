#pragma once

#include "nn/cpu/winograd.h"
#include "nn/network/torch_compat.h"

namespace raichi {

/// Includes LibTorch headers, so only code of the LibTorch library may include this header.
/// Winograd's convolutions of tensors.

/// True if WinogradConv can compute the convolution with these weights [out, in, height, width].
bool SuitsWinograd(const at::Tensor& weight);

/// Returns the convolution with these weights. Element is float or Bf16.
template <typename Element>
WinogradConv<Element> ToWinograd(const at::Tensor& weight);

/// Returns the convolution without bias of x [N, in, S, S], padded with zeros. It can be
/// differentiated. The result is channels-last. If `in_bf16` is true, it and the gradient of x
/// multiply in bf16.
at::Tensor ConvolveByWinograd(const at::Tensor& x, const at::Tensor& weight, bool in_bf16);

}  // namespace raichi
