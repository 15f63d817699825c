#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/rng.h"

namespace raichi {

/// Returns numbers in [-1, 1).
inline std::vector<float> RandomNumbers(size_t count, uint64_t seed) {
  Rng rng(seed);
  std::vector<float> numbers(count);
  for (float& number : numbers) number = static_cast<float>(2 * rng.Uniform() - 1);
  return numbers;
}

}  // namespace raichi
