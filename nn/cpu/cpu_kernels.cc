#include "nn/cpu/cpu_kernels.h"

#include <algorithm>
#include <bit>

#include "nn/cpu/vectors.h"

namespace raichi {
namespace {

constexpr size_t kFloats = kWidestVector;
using Floats = Vector<kFloats>;

/// Computes sums and maxima of max(0, x) over the squares of a board, for kFloats channels.
void PoolVector(const float* x, size_t stride, size_t board, size_t canvas, float* sums,
                float* maxima) {
  const Floats zero{};
  Floats sum{};
  Floats most{};
  for (size_t y = 0; y < board; ++y) {
    const float* in = x + y * canvas * stride;
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
void PoolChannel(const float* x, size_t stride, size_t board, size_t canvas, float* sum,
                 float* maximum) {
  *sum = 0;
  *maximum = 0;
  for (size_t square = 0; square < board * board; ++square) {
    const float in = x[(square / board * canvas + square % board) * stride];
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

/// Computes kFloats outputs in the same way.
void ApplyVector(const CpuLinear& layer, const float* x, size_t first, float* y) {
  Floats sums;
  Load(layer.bias.data() + first, &sums);
  for (size_t i = 0; i < layer.in; ++i) {
    Floats row;
    Load(layer.weight.data() + i * layer.out + first, &row);
    sums += x[i] * row;
  }
  Store(sums, y + first);
}

}  // namespace

void ExpandPlanes(std::span<const uint32_t> rows, size_t planes, size_t canvas, float* out) {
  std::fill(out, out + canvas * canvas * planes, 0.0f);
  for (size_t plane = 0; plane < planes; ++plane) {
    for (size_t y = 0; y < canvas; ++y) {
      for (uint32_t row = rows[plane * canvas + y]; row != 0; row &= row - 1) {
        out[(y * canvas + static_cast<size_t>(std::countr_zero(row))) * planes + plane] = 1;
      }
    }
  }
}

void AddReluOnSquare(const float* x, std::span<const float> bias, float* out) {
  for (size_t c = 0; c < bias.size(); ++c) out[c] = std::max(0.0f, x[c] + bias[c]);
}

float DotReluOnSquare(const float* x, std::span<const float> bias, const float* weights) {
  const Floats zero{};
  Floats sums{};
  size_t c = 0;
  for (; c + kFloats <= bias.size(); c += kFloats) {
    Floats value, offset, weight;
    Load(x + c, &value);
    Load(bias.data() + c, &offset);
    Load(weights + c, &weight);
    value += offset;
    sums += (value > zero ? value : zero) * weight;
  }
  float sum = 0;
  for (size_t i = 0; i < kFloats; ++i) sum += sums[i];
  for (; c < bias.size(); ++c) sum += std::max(0.0f, x[c] + bias[c]) * weights[c];
  return sum;
}

void MaskSquares(float* x, size_t board, size_t canvas, size_t channels) {
  for (size_t y = 0; y < canvas; ++y) {
    const size_t first = y < board ? board : 0;
    float* row = x + y * canvas * channels;
    std::fill(row + first * channels, row + canvas * channels, 0.0f);
  }
}

void PoolSquares(const float* x, size_t stride, size_t board, size_t canvas, size_t channels,
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
  if (o + kFloats <= out) {
    ApplyVector(*this, x, o, y);
    o += kFloats;
  }
  std::copy(bias.begin() + static_cast<std::ptrdiff_t>(o), bias.end(), y + o);
  for (size_t i = 0; i < in; ++i) {
    for (size_t rest = o; rest < out; ++rest) y[rest] += x[i] * weight[i * out + rest];
  }
}

}  // namespace raichi
