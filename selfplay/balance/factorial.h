#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "selfplay/balance/logit_mean.h"

namespace raichi {

/// One combination of the levels of all factors of an experiment, and what it gave.
struct FactorialCell {
  std::vector<int> levels;  // -1 or +1, one for each factor.
  LogitMean logit;
};

/// The effect of one factor or the interaction of two, in logits.
struct FactorialEffect {
  /// One factor, or two in ascending order.
  std::vector<size_t> factors;
  /// Of one factor: the mean at level +1 less that at level -1, averaged over the other factors. Of
  /// two: half the difference of the first factor's effects at the levels +1 and -1 of the second.
  Contrast contrast;
};

/// Estimates all main effects, in the order of the factors, then all interactions of two factors.
/// The cells need not be a full factorial: the model with these effects is fitted by least squares
/// with equal weights, which for balanced cells gives the plain differences of means. Effects that
/// the cells cannot tell from each other are left out. All cells have the same factors and seeds.
/// The p values are those of single tests (holm.h adjusts them).
std::vector<FactorialEffect> EstimateEffects(std::span<const FactorialCell> cells);

}  // namespace raichi
