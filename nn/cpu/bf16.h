#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "nn/cpu/vectors.h"

#if defined(__AVX512BF16__) && defined(__AVX512VL__)
#include <immintrin.h>
#define RAICHI_BF16 1
#else
#define RAICHI_BF16 0
#endif

namespace raichi {

/// Whether this program was compiled for processors that multiply bf16 (AVX512-BF16). Elsewhere
/// products of bf16 are computed by slow loops.
inline constexpr bool kMultipliesBf16 = RAICHI_BF16 != 0;

/// The upper half of an f32.
struct Bf16 {
  uint16_t bits;
};

/// Rounds a number, which is not NaN, to the nearest, ties to even.
inline Bf16 ToBf16(float x) {
  const auto bits = std::bit_cast<uint32_t>(x);
  return {static_cast<uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16)};
}

#if RAICHI_BF16
inline void Store(const Vector<16>& from, Bf16* to) {
  const __m256bh halves = _mm512_cvtneps_pbh(from);
  std::memcpy(to, &halves, sizeof(halves));
}
inline void Store(const Vector<8>& from, Bf16* to) {
  const __m128bh halves = _mm256_cvtneps_pbh(from);
  std::memcpy(to, &halves, sizeof(halves));
}

/// sum += the products of the pair of numbers at `left` with the pairs in `right`, in f32.
inline void AddProducts(const Bf16* left, const Vector<16>& right, Vector<16>* sum) {
  int pair;
  std::memcpy(&pair, left, sizeof(pair));
  *sum = _mm512_dpbf16_ps(*sum, (__m512bh)_mm512_set1_epi32(pair), (__m512bh)(right));
}
inline void AddProducts(const Bf16* left, const Vector<8>& right, Vector<8>* sum) {
  int pair;
  std::memcpy(&pair, left, sizeof(pair));
  *sum = _mm256_dpbf16_ps(*sum, (__m256bh)_mm256_set1_epi32(pair), (__m256bh)(right));
}
#else
template <typename V>
void Store(const V& from, Bf16* to) {
  for (size_t i = 0; i < sizeof(V) / sizeof(float); ++i) to[i] = ToBf16(from[i]);
}
template <typename V>
void AddProducts(const Bf16* left, const V& right, V* sum) {
  typedef uint32_t Words __attribute__((vector_size(sizeof(V))));
  Words words;
  std::memcpy(&words, &right, sizeof(words));
  const Words shifted = words << 16, upper = words & 0xffff0000;
  V low, high;
  std::memcpy(&low, &shifted, sizeof(low));
  std::memcpy(&high, &upper, sizeof(high));
  *sum += std::bit_cast<float>(uint32_t{left[0].bits} << 16) * low +
          std::bit_cast<float>(uint32_t{left[1].bits} << 16) * high;
}
#endif

}  // namespace raichi
