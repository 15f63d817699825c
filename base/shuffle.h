#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/rng.h"

namespace raichi {

/// Shuffles by `rng` alone (std::shuffle differs between standard libraries). At most 2^32 items.
template <typename T>
void Shuffle(std::vector<T>* items, Rng* rng) {
  for (size_t left = items->size(); left > 1; --left) {
    std::swap((*items)[left - 1], (*items)[rng->Below(static_cast<uint32_t>(left))]);
  }
}

}  // namespace raichi
