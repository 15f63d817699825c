#pragma once

#include <variant>
#include <vector>

#include "nn/cpu/board_batch.h"
#include "nn/cpu/direct_conv.h"
#include "nn/cpu/winograd.h"
#include "nn/network/torch_compat.h"

namespace raichi {

/// Includes LibTorch headers, so only code of the LibTorch library may include this header.

/// All boards of activations x [N, C, S, S], which are channels-last. `sides` are those of the
/// boards, [N, 1] in f32, or undefined if all fill the canvas. Both must outlive the result.
BoardBatch AllBoards(const at::Tensor& x, const at::Tensor& sides);

/// A convolution of training on the processor: 3x3 by Winograd's algorithm or, in bf16, by a matrix
/// unit if there is one; or 1x1. Activations are
/// f32, [board][square][channel].
class BoardConv {
 public:
  /// Memory for calculations of one thread.
  struct Scratch {
    ConvScratch<float> f32;
    ConvScratch<Bf16> bf16;
  };

  /// True if it can compute the convolution with these weights [out, in, height, width].
  static bool Suits(const at::Tensor& weight);
  /// If `in_bf16` is true, 3x3 convolutions multiply in bf16.
  BoardConv(const at::Tensor& weight, bool in_bf16);

  /// Computes the result y of `boards` boards of one size, plus the residual, which may be null.
  /// Squares off the boards may be left out.
  void Apply(const float* x, size_t boards, BoardShape shape, const float* residual,
             Scratch* scratch, float* y) const;

 private:
  struct Rows {
    std::vector<float> weights;  // [in][out]
    size_t in, out;
  };
  std::variant<WinogradConv<float>, WinogradConv<Bf16>, DirectConv<Bf16>, Rows> conv_;
};

/// Returns the weights of the convolution that computes the gradient of the inputs from that of the
/// results.
at::Tensor TurnedWeights(const at::Tensor& weight);

/// The gradient of the weights of a BoardConv, summed up over boards.
class BoardConvGradient {
 public:
  /// If `in_bf16` is true, that of 3x3 weights is multiplied in bf16.
  BoardConvGradient(const at::Tensor& weight, bool in_bf16);
  /// Adds that of boards of one size, for inputs x and the gradient dy of the results. Both are 0
  /// off the boards.
  void Add(const float* x, const float* dy, size_t boards, BoardShape shape);
  /// Adds the sum over other boards.
  void Add(const BoardConvGradient& other);
  /// Returns the sum, which has the shape of the weights.
  at::Tensor Sum() const;

 private:
  int64_t in_, out_;
  using Rows = std::vector<float>;  // [in][out]
  std::variant<Rows, WinogradGradient<float>, WinogradGradient<Bf16>> sums_;
};

/// Layers of training on the processor whose gradients are our own. Activations x are [N, C, S, S],
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
