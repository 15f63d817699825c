#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace raichi {

/// The loops of inference on the processor that run between LibTorch's convolutions. The
/// activations of one position are [square][channel] (channels-last), in T = float or Bf16; a row
/// of the canvas has `canvas` squares. Sums are computed in f32. No kernel allocates memory, and
/// any thread may call any of them on its own data.

/// The upper half of an f32.
struct Bf16 {
  uint16_t bits;
};
inline float ToFloat(float x) { return x; }
inline float ToFloat(Bf16 x) { return std::bit_cast<float>(static_cast<uint32_t>(x.bits) << 16); }

/// Expands planes that are packed as words [plane][rank], with bit x for file x, to activations of
/// 0 and 1 in out [canvas * canvas][planes].
template <typename T>
void ExpandPlanes(std::span<const uint32_t> rows, size_t planes, size_t canvas, T* out);

/// x = max(0, x + residuals + bias) for x and each residual [squares][channels], bias [channels].
/// There are at most Layer::kMostResiduals residuals; `bias` may be null.
template <typename T>
void AddRelu(T* x, std::span<const T* const> residuals, const float* bias, size_t squares,
             size_t channels);

/// out = max(0, x + bias) for the channels of one square.
template <typename T>
void AddReluOnSquare(const T* x, std::span<const float> bias, float* out);

/// Sets those squares of the canvas to 0 that are outside a board of `board` x `board` squares.
template <typename T>
void MaskSquares(T* x, size_t board, size_t canvas, size_t channels);

/// Global pooling (docs/network.md) of max(0, x) over the squares of a board. `stride` is the
/// distance between squares in `x`, at least `channels`. Writes to `features` [3][channels]: means,
/// means times (board - 9) / 10, maxima.
template <typename T>
void PoolSquares(const T* x, size_t stride, size_t board, size_t canvas, size_t channels,
                 float* features);

/// x = max(0, x).
void Relu(std::span<float> x);

/// A linear layer: y = x * weight + bias. The weights are stored as [in][out], so that the inner
/// loop runs over outputs.
struct CpuLinear {
  size_t in = 0, out = 0;
  std::vector<float> weight, bias;

  /// Reads x [in], writes y [out].
  void Apply(const float* x, float* y) const;
};

}  // namespace raichi
