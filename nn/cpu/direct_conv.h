#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "nn/cpu/convolution.h"
#include "nn/cpu/vectors.h"

namespace raichi {

/// Convolutions on the processor as sums of products of matrices, for square kernels of any size.
///
/// Activations are f32, [board][square][channel] (channels-last); squares beyond the edge count as
/// 0. Any thread may call any function on its own data. `Element` is the type of the numbers that
/// are multiplied: float or Bf16.
template <typename Element>
class DirectConv {
 public:
  struct Shape {
    size_t kernel;   // squares along a side of the kernel; odd
    size_t in, out;  // channels: `in` is even, `out` a multiple of 8
  };

  /// Whether the matrix unit (nn/cpu/matrix_unit.h) multiplies for these channels. Then direct
  /// convolutions are faster than Winograd's, whose transforms take longer than such products.
  static bool UsesUnit(size_t in, size_t out);

  DirectConv() = default;
  /// The weights are [rank][file][in][out].
  DirectConv(std::span<const float> weights, const Shape& shape);

  /// Computes the result y of `boards` boards. x, y and the residual have the same shape. Squares
  /// between the boards' side and the pitch are neither read nor written.
  void Apply(const float* x, size_t boards, BoardShape board, const ConvSum& sum,
             ConvScratch<Element>* scratch, float* y) const;

 private:
  size_t PaddedSide(size_t side) const { return side + shape_.kernel - 1; }
  /// Copies the squares of a board into one that is larger by half a kernel on each side, whose
  /// other squares are 0.
  void Pad(const float* x, BoardShape board, Element* padded) const;
  /// Adds up the products of a board, [rank][square][out].
  void Convolve(const Element* padded, size_t side, float* products) const;

  Shape shape_{};
  AlignedVector<Element> weights_;  // [rank][file][in][out], with paired rows
};

}  // namespace raichi
