#include "mcts/softmax.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

namespace raichi {
namespace {

constexpr size_t kLanes = 8;
typedef float Floats __attribute__((vector_size(kLanes * sizeof(float))));
typedef uint32_t Words __attribute__((vector_size(kLanes * sizeof(float))));

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Loads the numbers from index `first` on; behind the end, minus infinity.
inline void LoadLanes(std::span<const float> x, size_t first, Floats* lanes) {
  const size_t count = x.size() - first;
  if (count >= kLanes) {
    std::memcpy(lanes, x.data() + first, sizeof(*lanes));
    return;
  }
  for (size_t i = 0; i < kLanes; ++i) (*lanes)[i] = i < count ? x[first + i] : -kInfinity;
}

inline void StoreLanes(const Floats& lanes, size_t first, std::span<float> x) {
  const size_t count = x.size() - first;
  if (count >= kLanes) {
    std::memcpy(x.data() + first, &lanes, sizeof(lanes));
    return;
  }
  for (size_t i = 0; i < count; ++i) x[first + i] = lanes[i];
}

/// Replaces numbers up to 0 with their exponentials, and those below -87 with 0. exp(x) is
/// 2^n exp(r), where n is the whole number next to x / ln 2; exp(r) is the polynomial of Cephes'
/// expf (S. Moshier), whose relative error is below 2e-7.
inline void Exponentiate(Floats* x) {
  constexpr float kLeast = -87, kToWhole = 3 << 22;  // adding kToWhole rounds to a whole number
  constexpr float kHigh = 0.693359375f, kLow = -2.12194440e-4f;  // their sum is ln 2
  const Floats shifted = *x * 1.44269504f + kToWhole;
  const Floats n = shifted - kToWhole;
  const Floats r = *x - n * kHigh - n * kLow;
  Floats sum = r * 1.9875691500e-4f + 1.3981999507e-3f;
  for (const float term :
       {8.3334519073e-3f, 4.1665795894e-2f, 1.6666665459e-1f, 5.0000001201e-1f}) {
    sum = sum * r + term;
  }
  sum = sum * r * r + r + 1.0f;
  const Words whole = reinterpret_cast<Words>(shifted) - std::bit_cast<uint32_t>(kToWhole);
  const Words power = (whole + 127) << 23;  // 2^n
  *x = *x < kLeast ? Floats{} : sum * reinterpret_cast<Floats>(power);
}

float LargestOf(std::span<const float> x) {
  Floats largest = Floats{} - kInfinity;
  for (size_t i = 0; i < x.size(); i += kLanes) {
    Floats lanes;
    LoadLanes(x, i, &lanes);
    largest = largest > lanes ? largest : lanes;
  }
  float result = largest[0];
  for (size_t i = 1; i < kLanes; ++i) result = std::max(result, largest[i]);
  return result;
}

}  // namespace

/// Computes each number by the same instructions, also the last ones, so that results do not depend
/// on where a number stands in memory.
void Softmax(std::span<float> logits) {
  const float top = LargestOf(logits);
  Floats sums{};
  for (size_t i = 0; i < logits.size(); i += kLanes) {
    Floats lanes;
    LoadLanes(logits, i, &lanes);
    lanes -= top;
    Exponentiate(&lanes);
    sums += lanes;
    StoreLanes(lanes, i, logits);
  }
  float sum = 0;
  for (size_t i = 0; i < kLanes; ++i) sum += sums[i];
  for (float& logit : logits) logit /= sum;
}

}  // namespace raichi
