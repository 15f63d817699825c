#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

#if defined(__AVX512BF16__) && defined(__AVX512VL__)
#include <immintrin.h>
#define RAICHI_BF16 1
#else
#define RAICHI_BF16 0
#endif

namespace raichi {

/// Vectors of floats, as a vector extension of GCC and clang. Never pass them by value, because
/// their calling convention depends on the instruction set.
template <size_t kSize>
struct VectorOf {
  typedef float Type __attribute__((vector_size(kSize * sizeof(float))));
  typedef float Unaligned
      __attribute__((vector_size(kSize * sizeof(float)), aligned(alignof(float)), may_alias));
};
template <size_t kSize>
using Vector = typename VectorOf<kSize>::Type;

/// The floats in the processor's widest vectors. (For wider vectors, GCC generates slow code.)
#if defined(__AVX512F__)
inline constexpr size_t kWidestVector = 16;
#elif defined(__AVX__)
inline constexpr size_t kWidestVector = 8;
#else
inline constexpr size_t kWidestVector = 4;
#endif

template <typename V>
using UnalignedOf = typename VectorOf<sizeof(V) / sizeof(float)>::Unaligned;

template <typename V>
inline void Load(const float* from, V* to) {
  *to = *reinterpret_cast<const UnalignedOf<V>*>(from);
}

template <typename V>
inline void Store(const V& from, float* to) {
  *reinterpret_cast<UnalignedOf<V>*>(to) = from;
}

/// Returns the sum of a vector's numbers, in halves: far fewer steps than one number after another.
template <size_t kSize>
inline float SumOf(const Vector<kSize>& x) {
  if constexpr (kSize == 4) {
    return (x[0] + x[2]) + (x[1] + x[3]);
  } else if constexpr (kSize == 8) {
    return SumOf<4>(__builtin_shufflevector(x, x, 0, 1, 2, 3) +
                    __builtin_shufflevector(x, x, 4, 5, 6, 7));
  } else {
    static_assert(kSize == 16);
    return SumOf<8>(__builtin_shufflevector(x, x, 0, 1, 2, 3, 4, 5, 6, 7) +
                    __builtin_shufflevector(x, x, 8, 9, 10, 11, 12, 13, 14, 15));
  }
}

/// Calls `use` with 0 to kCount - 1, in code without a loop: GCC keeps arrays of vectors in
/// registers only if all their indices are constants.
template <size_t kCount, typename Use>
inline void ForEachIndex(const Use& use) {
#pragma GCC unroll 32
  for (size_t i = 0; i < kCount; ++i) use(i);
}

/// Returns the pointer, and hides how it was computed. Otherwise GCC computes all addresses that a
/// loop reads before it, and keeps them in memory if there are more than registers.
template <typename T>
inline T* Hidden(T* pointer) {
  asm("" : "+r"(pointer));
  return pointer;
}

/// Allocates whole cache lines. A vector of 64 bytes that is not aligned lies in two lines, and
/// takes twice as long to load.
template <typename T>
struct LineAllocator {
  using value_type = T;
  static constexpr std::align_val_t kLine{64};

  LineAllocator() = default;
  template <typename Other>
  LineAllocator(const LineAllocator<Other>&) {}  // NOLINT(google-explicit-constructor)
  T* allocate(size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), kLine)); }
  void deallocate(T* memory, size_t) { ::operator delete(memory, kLine); }
  bool operator==(const LineAllocator&) const = default;
};
template <typename T>
using AlignedVector = std::vector<T, LineAllocator<T>>;

/// The numbers of channels of all layers are multiples of this.
inline constexpr size_t kChannelStep = 8;

/// Calls `use` with the widest vectors whose size divides the channels.
template <typename Use>
void WithVectors(size_t channels, const Use& use) {
  if (channels % kWidestVector == 0) return use.template operator()<kWidestVector>();
  use.template operator()<kChannelStep>();
}

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
