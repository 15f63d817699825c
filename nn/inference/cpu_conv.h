#pragma once

#include <optional>
#include <vector>

#include "base/check.h"
#include "nn/inference/cpu_kernels.h"
#include "nn/model/layers.h"
#include "nn/network/packed_conv.h"
#include "nn/network/winograd.h"

namespace raichi {

/// Includes LibTorch headers, so only code of the LibTorch library may include this header.

template <typename T>
constexpr at::ScalarType kScalarType = at::kFloat;
template <>
constexpr at::ScalarType kScalarType<Bf16> = at::kBFloat16;

/// Returns the values of a tensor. Checks that their order in memory is the one that the kernels
/// expect.
template <typename T>
T* Data(const at::Tensor& x) {
  RAICHI_CHECK(x.scalar_type() == kScalarType<T> &&
               x.is_contiguous(at::MemoryFormat::ChannelsLast));
  return static_cast<T*>(x.data_ptr());
}

/// A folded convolution on the processor with the additions to its result: 3x3 convolutions in f32
/// by Winograd's algorithm, others by oneDNN. T is float or Bf16.
template <typename T>
class CpuConv {
 public:
  CpuConv() = default;
  /// The convolution is fastest for inputs of `batch` positions, but accepts any number.
  CpuConv(const Layer& layer, const LayerWeights& folded, int batch, int canvas);

  /// [N, in, S, S] -> [N, out, S, S], channels-last. Adds the residuals, which have the shape of
  /// the result, and `board_bias` [N][out], which may be null, before the layer's ReLU.
  at::Tensor Apply(const at::Tensor& x, std::vector<const T*> residuals, const float* board_bias,
                   WinogradConv::Scratch* scratch) const;

 private:
  std::optional<WinogradConv> winograd_;
  std::vector<float> bias_;  // of winograd_
  PackedConv packed_;        // otherwise
  size_t out_ = 0;
  bool relu_ = false;
};

}  // namespace raichi
