#pragma once

#include <span>

#include "selfplay/balance/bootstrap.h"

namespace raichi {

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
