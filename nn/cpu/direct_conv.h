#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "nn/cpu/bf16.h"
#include "nn/cpu/conv_sum.h"

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

  DirectConv() = default;
  /// The weights are [rank][file][in][out].
  DirectConv(std::span<const float> weights, const Shape& shape);

  /// Computes the result y of `boards` boards of `side` x `side` squares. `scratch` is memory that
  /// other calls may use in turn.
  void Apply(const float* x, size_t boards, size_t side, const ConvSum& sum,
             std::vector<Element>* scratch, float* y) const;

 private:
  size_t PaddedSide(size_t side) const { return side + shape_.kernel - 1; }
  /// Copies the squares of a board into one that is larger by half a kernel on each side, whose
  /// other squares are 0.
  void Pad(const float* board, size_t side, Element* padded) const;
  /// Adds up the products of a board.
  void Convolve(const Element* padded, size_t side, float* y) const;

  Shape shape_{};
  std::vector<Element> weights_;  // [rank][file][in][out], with paired rows
};

}  // namespace raichi
