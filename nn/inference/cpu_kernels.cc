#include "nn/inference/cpu_kernels.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "nn/network/vectors.h"

namespace raichi {
namespace {

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

constexpr size_t kFloats = kWidestVector;
constexpr size_t kVectorBytes = kFloats * sizeof(float);
using Floats = Vector<kFloats>;

using raichi::Load;

void Load(const Bf16* from, Floats* to) {
  using Halves = uint16_t __attribute__((vector_size(kVectorBytes / 2)));
  using Words = uint32_t __attribute__((vector_size(kVectorBytes)));
  Halves halves;
  std::memcpy(&halves, from, sizeof(halves));
  const Words words = __builtin_convertvector(halves, Words) << 16;
  std::memcpy(to, &words, sizeof(*to));
}

/// Computes sums and maxima of max(0, x) over the squares of a board, for kFloats channels.
template <typename T>
void PoolVector(const T* x, size_t stride, size_t board, size_t canvas, float* sums,
                float* maxima) {
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

/// Computes the same for one channel.
template <typename T>
void PoolChannel(const T* x, size_t stride, size_t board, size_t canvas, float* sum,
                 float* maximum) {
  *sum = 0;
  *maximum = 0;
  for (size_t square = 0; square < board * board; ++square) {
    const float in = ToFloat(x[(square / board * canvas + square % board) * stride]);
    *sum += std::max(0.0f, in);
    *maximum = std::max(*maximum, in);
  }
}

/// Computes 2 * kFloats outputs of a linear layer, beginning with `first`.
void ApplyVectors(const CpuLinear& layer, const float* x, size_t first, float* y) {
  Floats left, right;
  Load(layer.bias.data() + first, &left);
  Load(layer.bias.data() + first + kFloats, &right);
  for (size_t i = 0; i < layer.in; ++i) {
    Floats left_row, right_row;
    Load(layer.weight.data() + i * layer.out + first, &left_row);
    Load(layer.weight.data() + i * layer.out + first + kFloats, &right_row);
    left += x[i] * left_row;
    right += x[i] * right_row;
  }
  Store(left, y + first);
  Store(right, y + first + kFloats);
}

/// AddRelu for a number of residuals that is known at compile time.
template <typename T, size_t kResiduals>
void AddReluOf(T* x, std::span<const T* const> residuals, const float* bias, size_t squares,
               size_t channels) {
  for (size_t square = 0; square < squares; ++square) {
    T* out = x + square * channels;
    std::array<const T*, kResiduals> add;
    for (size_t i = 0; i < kResiduals; ++i) add[i] = residuals[i] + square * channels;
    const auto sum = [&](size_t c) {
      float y = ToFloat(out[c]);
      for (size_t i = 0; i < kResiduals; ++i) y += ToFloat(add[i][c]);
      return y;
    };
    if (bias != nullptr) {
      for (size_t c = 0; c < channels; ++c) {
        out[c] = FromFloat<T>(std::max(0.0f, sum(c) + bias[c]));
      }
    } else {
      for (size_t c = 0; c < channels; ++c) out[c] = FromFloat<T>(std::max(0.0f, sum(c)));
    }
  }
}

}  // namespace

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

template <typename T>
void AddRelu(T* x, std::span<const T* const> residuals, const float* bias, size_t squares,
             size_t channels) {
  switch (residuals.size()) {
    case 0:
      return AddReluOf<T, 0>(x, residuals, bias, squares, channels);
    case 1:
      return AddReluOf<T, 1>(x, residuals, bias, squares, channels);
    case 2:
      return AddReluOf<T, 2>(x, residuals, bias, squares, channels);
    default:
      return AddReluOf<T, 3>(x, residuals, bias, squares, channels);
  }
}

template <typename T>
void AddReluOnSquare(const T* x, std::span<const float> bias, float* out) {
  for (size_t c = 0; c < bias.size(); ++c) out[c] = std::max(0.0f, ToFloat(x[c]) + bias[c]);
}

template <typename T>
void MaskSquares(T* x, size_t board, size_t canvas, size_t channels) {
  for (size_t y = 0; y < canvas; ++y) {
    const size_t first = y < board ? board : 0;
    T* row = x + y * canvas * channels;
    std::fill(row + first * channels, row + canvas * channels, FromFloat<T>(0));
  }
}

template <typename T>
void PoolSquares(const T* x, size_t stride, size_t board, size_t canvas, size_t channels,
                 float* features) {
  float* scaled = features + channels;
  float* most = features + 2 * channels;
  size_t c = 0;
  for (; c + kFloats <= channels; c += kFloats) {
    PoolVector(x + c, stride, board, canvas, features + c, most + c);
  }
  for (; c < channels; ++c) PoolChannel(x + c, stride, board, canvas, features + c, most + c);
  const auto side = static_cast<float>(board);
  for (size_t i = 0; i < channels; ++i) {
    features[i] /= side * side;
    scaled[i] = features[i] * (side - 9.0f) / 10.0f;
  }
}

void Relu(std::span<float> x) {
  for (float& value : x) value = std::max(0.0f, value);
}

void CpuLinear::Apply(const float* x, float* y) const {
  size_t o = 0;
  for (; o + 2 * kFloats <= out; o += 2 * kFloats) ApplyVectors(*this, x, o, y);
  std::copy(bias.begin() + static_cast<std::ptrdiff_t>(o), bias.end(), y + o);
  for (size_t i = 0; i < in; ++i) {
    for (size_t rest = o; rest < out; ++rest) y[rest] += x[i] * weight[i * out + rest];
  }
}

#define RAICHI_KERNELS(T)                                                                \
  template void ExpandPlanes<T>(std::span<const uint32_t>, size_t, size_t, T*);          \
  template void AddRelu<T>(T*, std::span<const T* const>, const float*, size_t, size_t); \
  template void AddReluOnSquare<T>(const T*, std::span<const float>, float*);            \
  template void MaskSquares<T>(T*, size_t, size_t, size_t);                              \
  template void PoolSquares<T>(const T*, size_t, size_t, size_t, size_t, float*)
RAICHI_KERNELS(float);
RAICHI_KERNELS(Bf16);
#undef RAICHI_KERNELS

}  // namespace raichi
