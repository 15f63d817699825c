#pragma once

#include <cmath>
#include <numbers>

#include "base/rng.h"

namespace raichi {

/// Returns a sample of the standard normal distribution (Box and Muller 1958).
inline double SampleNormal(Rng* rng) {
  const double radius = std::sqrt(-2 * std::log(1 - rng->Uniform()));
  return radius * std::cos(2 * std::numbers::pi * rng->Uniform());
}

}  // namespace raichi
