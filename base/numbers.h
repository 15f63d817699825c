#pragma once

#include <cmath>
#include <numbers>

#include "base/rng.h"

namespace raichi {

/// Returns log(chance / (1 - chance)).
inline double Logit(double chance) { return std::log(chance / (1 - chance)); }
/// Returns the chance whose logit is `logit`; 0 and 1 for infinite ones.
inline double ChanceOfLogit(double logit) { return 1 / (1 + std::exp(-logit)); }

/// Returns a sample of the standard normal distribution (Box and Muller 1958).
inline double SampleNormal(Rng* rng) {
  const double radius = std::sqrt(-2 * std::log(1 - rng->Uniform()));
  return radius * std::cos(2 * std::numbers::pi * rng->Uniform());
}

}  // namespace raichi
