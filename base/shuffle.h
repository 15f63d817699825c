#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "base/rng.h"

namespace raichi {

/// Uniform in [0, n), n > 0. Draws the same numbers as Rng::Below where that can draw them.
constexpr uint64_t DrawBelow(uint64_t n, Rng* rng) {
  if (n <= std::numeric_limits<uint32_t>::max()) return rng->Below(static_cast<uint32_t>(n));
  __extension__ using Product = unsigned __int128;
  return static_cast<uint64_t>(Product{(*rng)()} * n >> 64);
}

/// Shuffles by `rng` alone (std::shuffle differs between standard libraries).
template <typename T>
void Shuffle(std::vector<T>* items, Rng* rng) {
  for (size_t left = items->size(); left > 1; --left) {
    std::swap((*items)[left - 1], (*items)[DrawBelow(left, rng)]);
  }
}

}  // namespace raichi
