#pragma once

#include <string>

#include "nn/inference/inference.h"

namespace raichi {

/// (Knows LibTorch: for nn/*.cc only.)

inline constexpr int kCheckPositions = 64;

/// How far two ways of computing a network are apart; infinitely where one yields no number.
struct PrecisionDifference {
  double value = 0;  // largest, of values in [-1, 1]
  double prior = 0;  // largest total variation distance of policies, in [0, 1]
  bool IsFinite() const;
  std::string ToString() const;
};

/// Compares on kCheckPositions positions of random games on a made-up board of the canvas' size,
/// always the same ones.
PrecisionDifference ComparePrecision(int canvas, Inference* exact, Inference* fast);

}  // namespace raichi
