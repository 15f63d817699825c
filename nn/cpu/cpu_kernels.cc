#include "nn/cpu/cpu_kernels.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/error.h"
#include "nn/backend/loader.h"
#include "nn/cpu/cpu_network.h"
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

namespace {

/// Returns the positions that run through the network together. The wider its layers, the more
/// squares must share the weights that are read; more than that would not stay in the caches.
int PositionsAtOnce(const NetworkConfig& config, int batch) {
  constexpr int kSquaresByChannel = 12, kLeastPositions = 4;
  const int squares = kSquaresByChannel * config.channels;
  return std::min(batch, std::max(kLeastPositions, squares / (config.canvas * config.canvas)));
}

template <typename Element>
class CpuInference : public Inference {
 public:
  CpuInference(const FoldedNetwork& network, int batch)
      : batch_(batch),
        network_(network, PositionsAtOnce(network.config, batch)),
        positions_(network.config.canvas) {
    positions_.Resize(network_.batch());
    for (int i = 0; i < network_.batch(); ++i) EncodePadding(&positions_, i);  // for RunBare
  }

  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    order_.resize(leaves.size());
    std::iota(order_.begin(), order_.end(), size_t{0});
    std::ranges::stable_sort(order_, {}, [&](size_t i) { return leaves[i].game->rules().size(); });
    ForEachPart(order_.size(), [&](size_t first, size_t count) {
      EvaluateTogether(leaves, std::span(order_).subspan(first, count), out);
    });
  }

  void RunBare() override {
    ForEachPart(static_cast<size_t>(batch_),
                [&](size_t, size_t count) { network_.Run(positions_, static_cast<int>(count)); });
  }
  std::vector<float> BareOutputs() const override { return network_.HeadValues(); }

 private:
  /// Calls use(first, count) for parts of about equal size that the network can run at once.
  void ForEachPart(size_t count, const auto& use) const {
    const auto most = static_cast<size_t>(network_.batch());
    const size_t parts = (count + most - 1) / most;
    for (size_t i = 0; i < parts; ++i) {
      const size_t first = i * count / parts;
      use(first, (i + 1) * count / parts - first);
    }
  }
  /// Evaluates the leaves with these numbers.
  void EvaluateTogether(std::span<const LeafRequest> leaves, std::span<const size_t> numbers,
                        std::span<Evaluation> out) {
    int next = 0;
    for (const size_t i : numbers) EncodeGame(*leaves[i].game, true, &positions_, next++);
    network_.Run(positions_, next);
    next = 0;
    for (const size_t i : numbers) network_.ReadOut(next++, leaves[i].moves, &out[i]);
  }

  int batch_;
  CpuNetwork<Element> network_;
  PackedBatch positions_;
  std::vector<size_t> order_;  // the leaves by the size of their boards
};

}  // namespace

std::unique_ptr<Inference> MakeCpuInference(const FoldedNetwork& network, bool in_bf16, int batch) {
  if (in_bf16) return std::make_unique<CpuInference<Bf16>>(network, batch);
  return std::make_unique<CpuInference<float>>(network, batch);
}

namespace {

class ThisProcessor : public Processor {
 public:
  bool MultipliesBf16() const override { return kMultipliesBf16; }
  std::unique_ptr<Inference> MakeInference(const FoldedNetwork& network, bool in_bf16,
                                           int batch) const override {
    return MakeCpuInference(network, in_bf16, batch);
  }
};

}  // namespace
}  // namespace raichi

/// The function that kProcessorEntry (nn/backend/loader.h) names.
extern "C" const raichi::Processor* raichi_processor() {
  static const raichi::ThisProcessor processor;
  return &processor;
}
