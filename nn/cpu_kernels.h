#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace raichi {

/// The small loops of inference on the processor, between LibTorch's convolutions. Activations of a
/// position are [square][channel] (channels-last) in f32 or bf16; sums are in f32. The compiler
/// vectorises over channels.

struct Bf16 {
  uint16_t bits;
};
inline float ToFloat(float x) { return x; }
inline float ToFloat(Bf16 x) { return std::bit_cast<float>(static_cast<uint32_t>(x.bits) << 16); }
template <typename T>
T FromFloat(float x);
template <>
inline float FromFloat<float>(float x) {
  return x;
}
template <>
inline Bf16 FromFloat<Bf16>(float x) {  // to nearest, ties to even
  const auto bits = std::bit_cast<uint32_t>(x);
  return {static_cast<uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16)};
}

/// Planes packed as words [plane][rank] to 0 and 1.
template <typename T>
void ExpandPlanes(std::span<const uint32_t> rows, size_t planes, size_t canvas, T* out) {
  std::fill(out, out + canvas * canvas * planes, FromFloat<T>(0));
  const T one = FromFloat<T>(1);
  for (size_t plane = 0; plane < planes; ++plane) {
    for (size_t y = 0; y < canvas; ++y) {
      for (uint32_t row = rows[plane * canvas + y]; row != 0; row &= row - 1) {
        out[(y * canvas + static_cast<size_t>(std::countr_zero(row))) * planes + plane] = one;
      }
    }
  }
}

/// x = max(0, x + residual + bias); bias [channels] and residual may be null.
template <typename T>
void AddRelu(T* x, const T* residual, const float* bias, size_t squares, size_t channels) {
  for (size_t square = 0; square < squares; ++square) {
    T* out = x + square * channels;
    const T* add = residual == nullptr ? nullptr : residual + square * channels;
    if (add != nullptr && bias != nullptr) {
      for (size_t c = 0; c < channels; ++c) {
        out[c] = FromFloat<T>(std::max(0.0f, ToFloat(out[c]) + ToFloat(add[c]) + bias[c]));
      }
    } else if (add != nullptr) {
      for (size_t c = 0; c < channels; ++c) {
        out[c] = FromFloat<T>(std::max(0.0f, ToFloat(out[c]) + ToFloat(add[c])));
      }
    } else {
      for (size_t c = 0; c < channels; ++c) {
        out[c] = FromFloat<T>(std::max(0.0f, ToFloat(out[c]) + bias[c]));
      }
    }
  }
}

/// Zeros the squares beyond a board that is smaller than the canvas.
template <typename T>
void MaskSquares(T* x, size_t board, size_t canvas, size_t channels) {
  for (size_t y = 0; y < canvas; ++y) {
    const size_t first = y < board ? board : 0;
    T* row = x + y * canvas * channels;
    std::fill(row + first * channels, row + canvas * channels, FromFloat<T>(0));
  }
}

/// Global pooling (docs/network.md) of max(0, x) over a board's squares: means, scaled means,
/// maxima. `stride` is the distance between squares in `x`. `features` is [3][channels].
template <typename T>
void PoolSquares(const T* x, size_t stride, size_t board, size_t canvas, size_t channels,
                 float* features) {
  float* mean = features;
  float* scaled = features + channels;
  float* most = features + 2 * channels;
  std::fill(features, features + 3 * channels, 0.0f);
  for (size_t y = 0; y < board; ++y) {
    for (size_t square = y * canvas; square < y * canvas + board; ++square) {
      const T* in = x + square * stride;
      for (size_t c = 0; c < channels; ++c) {
        const float value = std::max(0.0f, ToFloat(in[c]));
        mean[c] += value;
        most[c] = std::max(most[c], value);
      }
    }
  }
  const auto side = static_cast<float>(board);
  for (size_t c = 0; c < channels; ++c) {
    mean[c] /= side * side;
    scaled[c] = mean[c] * (side - 9.0f) / 10.0f;
  }
}

/// A linear layer whose weights lie as [in][out], so that its inner loop needs no sums across.
struct CpuLinear {
  size_t in = 0, out = 0;
  std::vector<float> weight, bias;

  void Apply(const float* x, float* y) const {
    std::copy(bias.begin(), bias.end(), y);
    for (size_t i = 0; i < in; ++i) {
      const float factor = x[i];
      const float* row = weight.data() + i * out;
      for (size_t o = 0; o < out; ++o) y[o] += factor * row[o];
    }
  }
};

/// Replaces logits by probabilities.
inline void Softmax(std::span<float> logits) {
  float most = logits[0];
  for (const float x : logits) most = std::max(most, x);
  float sum = 0;
  for (float& x : logits) sum += x = std::exp(x - most);
  for (float& x : logits) x /= sum;
}

}  // namespace raichi
