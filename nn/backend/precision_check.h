#pragma once

#include <span>
#include <string>

#include "nn/backend/backend.h"

namespace raichi {

inline constexpr int kCheckPositions = 16;

/// The mean differences between two ways to compute a network; infinite if a result is not a
/// number. (The largest depend on single positions, in which a network that has learned much may be
/// torn between two moves.)
struct PrecisionDifference {
  double value = 0;  // of values in [-1, 1]
  double prior = 0;  // total variation distance of policies, in [0, 1]
  bool IsFinite() const;
  std::string ToString() const;
};

/// Compares two networks on kCheckPositions positions of random games, always the same ones, on a
/// board of the canvas's size.
PrecisionDifference ComparePrecision(int canvas, Inference* exact, Inference* fast);

/// Whether the value and the policy of every evaluation are finite.
bool AreNumbers(std::span<const Evaluation> evaluations);
/// Whether a model's network, in f32 on the processor, gives numbers on the first of those
/// positions.
bool GivesNumbers(const Model& model);

}  // namespace raichi
