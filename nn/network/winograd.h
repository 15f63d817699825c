#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace raichi {

/// 3x3 convolutions in f32 on the processor by Winograd's minimal filtering F(3x3, 3x3) (Winograd
/// 1980; Lavin and Gray 2016). A tile of 3x3 outputs takes 25 multiplications for each pair of
/// channels instead of 81, and 9x9 squares are exactly 3x3 tiles. Results differ from those of a
/// direct convolution by rounding only.
///
/// Activations are [board][square][channel] (channels-last); squares beyond the edge count as 0.
/// Weights are [3][3][in][out]. Numbers of channels are multiples of kWinogradStep. Any thread may
/// call any function on its own data.

inline constexpr size_t kWinogradStep = 8;

/// What is added to the result of a convolution before it is stored.
struct ConvSum {
  const float* bias = nullptr;              // [out], or null
  const float* board_bias = nullptr;        // [board][out], or null
  std::span<const float* const> residuals;  // each has the shape of the result
  bool relu = false;
};

class WinogradConv {
 public:
  /// Memory for calculations, which different convolutions may use in turn.
  struct Scratch {
    std::vector<float> inputs, products;
  };

  /// `side` is the number of squares along a side of the boards, at most 19.
  WinogradConv(std::span<const float> weights, size_t in, size_t out, size_t side);

  /// Computes the result y of `boards` boards.
  void Apply(const float* x, size_t boards, const ConvSum& sum, Scratch* scratch, float* y) const;

 private:
  size_t in_, out_, side_;
  std::vector<float> weights_;  // transformed, [25][in][out]
};

/// Returns the gradient of the weights for inputs x and the gradient dy of the results.
std::vector<float> WinogradWeightGradient(const float* x, const float* dy, size_t boards, size_t in,
                                          size_t out, size_t side);

}  // namespace raichi
