#include "nn/cpu/cpu_kernels.h"

#include <algorithm>

#include "base/check.h"
#include "nn/cpu/vectors.h"

namespace raichi {
namespace {

constexpr size_t kFloats = kWidestVector;
using Floats = Vector<kFloats>;

/// Computes sums and maxima of max(0, x) over the squares of a board, for kVectors vectors of
/// channels.
template <size_t kVector, size_t kVectors>
void PoolVectors(const float* x, size_t stride, size_t squares, float* sums, float* maxima) {
  const Vector<kVector> zero{};
  Vector<kVector> sum[kVectors], most[kVectors];
  ForEachIndex<kVectors>([&](size_t i) { sum[i] = most[i] = zero; });
  for (size_t square = 0; square < squares; ++square, x += stride) {
    ForEachIndex<kVectors>([&](size_t i) {
      Vector<kVector> value;
      Load(x + i * kVector, &value);
      value = value > zero ? value : zero;
      sum[i] += value;
      most[i] = value > most[i] ? value : most[i];
    });
  }
  ForEachIndex<kVectors>([&](size_t i) {
    Store(sum[i], sums + i * kVector);
    Store(most[i], maxima + i * kVector);
  });
}

}  // namespace

void ExpandPlanes(std::span<const uint32_t> rows, size_t planes, size_t canvas, size_t board,
                  float* out) {
  typedef int32_t Words __attribute__((vector_size(kChannelStep * sizeof(int32_t))));
  RAICHI_CHECK(planes % kChannelStep == 0);
  for (size_t y = 0; y < board; ++y, out += board * planes) {
    for (size_t first = 0; first < planes; first += kChannelStep) {
      Words words;
      for (size_t i = 0; i < kChannelStep; ++i) {
        words[i] = static_cast<int32_t>(rows[(first + i) * canvas + y]);
      }
      for (size_t x = 0; x < board; ++x, words >>= 1) {
        Store(__builtin_convertvector(words & 1, Vector<kChannelStep>), out + x * planes + first);
      }
    }
  }
}

void AddReluOnSquare(const float* x, std::span<const float> bias, float* out) {
  const Vector<kChannelStep> zero{};
  for (size_t c = 0; c < bias.size(); c += kChannelStep) {
    Vector<kChannelStep> value, offset;
    Load(x + c, &value);
    Load(bias.data() + c, &offset);
    value += offset;
    Store(value > zero ? value : zero, out + c);
  }
}

float Dot(std::span<const float> x, const float* weights) {
  Floats sums{};
  size_t c = 0;
  for (; c + kFloats <= x.size(); c += kFloats) {
    Floats value, weight;
    Load(x.data() + c, &value);
    Load(weights + c, &weight);
    sums += value * weight;
  }
  float sum = SumOf<kFloats>(sums);
  for (; c < x.size(); ++c) sum += x[c] * weights[c];
  return sum;
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
  float sum = SumOf<kFloats>(sums);
  for (; c < bias.size(); ++c) sum += std::max(0.0f, x[c] + bias[c]) * weights[c];
  return sum;
}

void PoolSquares(const float* x, size_t stride, size_t board, size_t channels, float* features) {
  float* scaled = features + channels;
  float* most = features + 2 * channels;
  WithVectors(channels, [&]<size_t kVector>() {
    size_t c = 0;
    for (; c + 2 * kVector <= channels; c += 2 * kVector) {
      PoolVectors<kVector, 2>(x + c, stride, board * board, features + c, most + c);
    }
    if (c < channels) {
      PoolVectors<kVector, 1>(x + c, stride, board * board, features + c, most + c);
    }
  });
  const auto side = static_cast<float>(board);
  for (size_t i = 0; i < channels; ++i) {
    features[i] /= side * side;
    scaled[i] = features[i] * (side - 9.0f) / 10.0f;
  }
}

void Relu(std::span<float> x) {
  for (float& value : x) value = std::max(0.0f, value);
}

}  // namespace raichi
