#pragma once

#include <string>

#include "nn/backend/inference.h"

namespace raichi {

inline constexpr int kCheckPositions = 64;

/// How much the results of two ways to compute a network differ; infinity if one of them is not a
/// number.
struct PrecisionDifference {
  double value = 0;  // largest, of values in [-1, 1]
  double prior = 0;  // largest total variation distance of policies, in [0, 1]
  bool IsFinite() const;
  std::string ToString() const;
};

/// Compares on kCheckPositions positions of random games, always the same ones, on a board of the
/// canvas' size.
PrecisionDifference ComparePrecision(int canvas, Inference* exact, Inference* fast);

}  // namespace raichi
