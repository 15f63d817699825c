#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
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

/// The processor's widest vectors, as GCC and clang have them (wider ones GCC splits badly). Never
/// passed by value: how that is done depends on the instructions allowed.
#if defined(__AVX512F__)
inline constexpr size_t kVectorBytes = 64;
#elif defined(__AVX__)
inline constexpr size_t kVectorBytes = 32;
#else
inline constexpr size_t kVectorBytes = 16;
#endif
inline constexpr size_t kFloats = kVectorBytes / sizeof(float);
using Floats = float __attribute__((vector_size(kVectorBytes)));
inline void Load(const float* from, Floats* to) { std::memcpy(to, from, sizeof(*to)); }
inline void Load(const Bf16* from, Floats* to) {
  using Halves = uint16_t __attribute__((vector_size(kVectorBytes / 2)));
  using Words = uint32_t __attribute__((vector_size(kVectorBytes)));
  Halves halves;
  std::memcpy(&halves, from, sizeof(halves));
  const Words words = __builtin_convertvector(halves, Words) << 16;
  std::memcpy(to, &words, sizeof(*to));
}
inline void Store(const Floats& from, float* to) { std::memcpy(to, &from, sizeof(from)); }

/// Sums and maxima of max(0, x) over a board's squares, for kFloats channels.
template <typename T>
void PoolSome(const T* x, size_t stride, size_t board, size_t canvas, float* sums, float* maxima) {
  const Floats zero{};
  Floats sum{};
  Floats most{};
  for (size_t y = 0; y < board; ++y) {
    const T* in = x + y * canvas * stride;
    for (size_t square = 0; square < board; ++square, in += stride) {
      Floats value;
      Load(in, &value);
      value = value > zero ? value : zero;
      sum += value;
      most = value > most ? value : most;
    }
  }
  Store(sum, sums);
  Store(most, maxima);
}

/// Global pooling (docs/network.md) of max(0, x) over a board's squares: means, scaled means,
/// maxima. `stride` is the distance between squares in `x`. `features` is [3][channels].
template <typename T>
void PoolSquares(const T* x, size_t stride, size_t board, size_t canvas, size_t channels,
                 float* features) {
  float* scaled = features + channels;
  float* most = features + 2 * channels;
  std::fill(features, features + 3 * channels, 0.0f);
  size_t c = 0;
  for (; c + kFloats <= channels; c += kFloats) {
    PoolSome(x + c, stride, board, canvas, features + c, most + c);
  }
  for (; c < channels; ++c) {
    for (size_t square = 0; square < board * board; ++square) {
      const float in = ToFloat(x[(square / board * canvas + square % board) * stride + c]);
      features[c] += std::max(0.0f, in);
      most[c] = std::max(most[c], in);
    }
  }
  const auto side = static_cast<float>(board);
  for (size_t i = 0; i < channels; ++i) {
    features[i] /= side * side;
    scaled[i] = features[i] * (side - 9.0f) / 10.0f;
  }
}

/// A linear layer whose weights lie as [in][out], so that its inner loop needs no sums across.
struct CpuLinear {
  size_t in = 0, out = 0;
  std::vector<float> weight, bias;

  void Apply(const float* x, float* y) const {
    size_t o = 0;
    for (; o + 2 * kFloats <= out; o += 2 * kFloats) ApplySome(x, o, y);
    std::copy(bias.begin() + static_cast<std::ptrdiff_t>(o), bias.end(), y + o);
    for (size_t i = 0; i < in; ++i) {
      for (size_t rest = o; rest < out; ++rest) y[rest] += x[i] * weight[i * out + rest];
    }
  }

 private:
  /// 2 * kFloats outputs, from `first` on.
  void ApplySome(const float* x, size_t first, float* y) const {
    Floats left, right;
    Load(bias.data() + first, &left);
    Load(bias.data() + first + kFloats, &right);
    for (size_t i = 0; i < in; ++i) {
      Floats left_row, right_row;
      Load(weight.data() + i * out + first, &left_row);
      Load(weight.data() + i * out + first + kFloats, &right_row);
      left += x[i] * left_row;
      right += x[i] * right_row;
    }
    Store(left, y + first);
    Store(right, y + first + kFloats);
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
