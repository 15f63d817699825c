#pragma once

#include <optional>
#include <vector>

#include "nn/cpu/direct_conv.h"
#include "nn/cpu/winograd.h"
#include "nn/model/folded_network.h"

namespace raichi {

/// A folded convolution on the processor with the additions to its result: 3x3 convolutions by
/// Winograd's algorithm where there is no matrix unit, others as products of matrices. `Element` is
/// the type of the numbers that are multiplied: float or Bf16.
template <typename Element>
class CpuConv {
 public:
  using Scratch = ConvScratch<Element>;

  CpuConv() = default;
  /// Of `layer` it reads the shape and whether ReLU is applied.
  CpuConv(const FoldedLayer& weights, const Layer& layer);

  /// x [boards][square][in] -> y [boards][square][out], for boards of `side` x `side` squares. Adds
  /// `residual`, which has the shape of y, and `board_bias` [boards][out] before the ReLU; both may
  /// be null.
  void Apply(const float* x, size_t boards, size_t side, const float* residual,
             const float* board_bias, Scratch* scratch, float* y) const;

 private:
  std::optional<WinogradConv<Element>> winograd_;
  DirectConv<Element> direct_;  // otherwise
  std::vector<float> bias_;
  bool relu_ = false;
};

}  // namespace raichi
