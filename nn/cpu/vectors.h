#pragma once

#include <cstddef>
#include <new>
#include <vector>

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

}  // namespace raichi
