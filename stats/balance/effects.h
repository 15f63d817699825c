#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "stats/balance/contrast.h"
#include "stats/balance/intervals.h"

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
/// The variance of seeds is pooled over the effects (contrast.h). The p values are those of single
/// tests (intervals.h adjusts them).
std::vector<FactorialEffect> EstimateEffects(std::span<const FactorialCell> cells);

/// An estimate with its standard error, on a scale where the error is about normal (logits).
struct UncertainValue {
  double value = 0;
  double deviation = 0;
};

/// How far two lists agree in their order: 1 for the same order, -1 for the reverse.
struct RankAgreement {
  double tau = 0;
  double low = 0;
  double high = 0;
};

/// Returns Kendall's tau-b of two lists of the same length; 0 if a list has no two different
/// values.
double KendallTau(std::span<const double> a, std::span<const double> b);

/// Returns tau-b of two lists of estimates of the same things, such as the balance of rule sets by
/// two families of players, with an interval for the tau of the true values of these things. For
/// the interval the values are drawn again with normal errors. (Drawing rule sets instead would
/// give an interval without width for lists that agree in their order, however uncertain the values
/// are.) Errors weaken the agreement, and drawing adds errors a second time, so the drawn taus lie
/// too low: the interval is the wider at each end of the drawn percentiles and their reflections in
/// the estimate, within [-1, 1].
RankAgreement AgreeInRank(std::span<const UncertainValue> a, std::span<const UncertainValue> b,
                          const BootstrapSettings& settings = {});

}  // namespace raichi
