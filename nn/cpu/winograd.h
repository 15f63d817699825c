#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "nn/cpu/convolution.h"
#include "nn/cpu/vectors.h"
#include "nn/cpu/winograd_tiles.h"

namespace raichi {

/// 3x3 convolutions on the processor by Winograd's minimal filtering (Winograd 1980; Lavin and Gray
/// 2016). Tiles of three and four outputs along each axis are mixed so that they fit the board: for
/// each pair of channels, 7x7 squares take 121 multiplications instead of 441, and 9x9 squares 225
/// instead of 729.
///
/// Boards have 2 to kMostSide squares along a side. Activations are f32, [board][square][channel]
/// (channels-last); squares beyond the edge count as 0. Weights are [3][3][in][out]. Numbers of
/// channels are multiples of kWinogradStep. Any thread may call any function on its own data.

inline constexpr size_t kWinogradStep = 8;

/// `Element` is the type of the transformed numbers that are multiplied: float or Bf16. In f32,
/// results differ from those of a direct convolution by rounding only; in Bf16, by about 1 %.
template <typename Element>
class WinogradConv {
 public:
  WinogradConv(std::span<const float> weights, size_t in, size_t out);

  /// Computes the result y of `boards` boards. x, y and the residual have the same shape. Squares
  /// between the board's side and the pitch are neither read nor written.
  void Apply(const float* x, size_t boards, BoardShape shape, const ConvSum& sum,
             ConvScratch<Element>* scratch, float* y) const;

 private:
  size_t in_, out_;
  AlignedVector<Element> weights_;  // transformed, [36][in][out], with paired rows
};

/// The gradient of the weights, summed up over boards.
template <typename Element>
class WinogradGradient {
 public:
  WinogradGradient(size_t in, size_t out);
  /// Adds that of some boards, for inputs x and the gradient dy of the results.
  void Add(const float* x, const float* dy, size_t boards, BoardShape shape);
  /// Adds the sum over other boards.
  void Add(const WinogradGradient& other);
  /// Returns the sum, [3][3][in][out].
  std::vector<float> Sum() const;

 private:
  bool MultipliesByUnit() const;
  /// Adds the products of one point's inputs [tile][in] and gradients [tile][out].
  void AddPoint(const Element* inputs, const Element* gradients, size_t tiles, float* sums);

  size_t in_, out_;
  AlignedVector<float> sums_;                  // transformed, [36][in][out]
  AlignedVector<Element> inputs_, gradients_;  // of the tiles of some boards
  AlignedVector<Element> left_, right_;        // those of a point, with paired tiles
};

}  // namespace raichi
