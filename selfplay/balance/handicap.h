#pragma once

#include <span>

#include "rules/board/types.h"

namespace raichi {

/// Games with given numbers of visits in the searches of the sides. Several such entries may have
/// the same visits, one for each pair of seeds, say: their differences then widen the interval as
/// far as they exceed chance (LogisticFit::dispersion).
struct VisitGames {
  double attackers_visits = 1;
  double defenders_visits = 1;
  double points = 0;  // Of the attackers.
  double games = 0;
};

/// The factor by which `side` must search more than the other side, which searches with the top
/// number of visits, to score 50 %.
struct Handicap {
  Side side = Side::kDefenders;  // The weaker side.
  double factor = 1;             // At least 1; infinite if its searching more did not help.
  /// 95 % interval of the factor. `low` is below 1 if it is not certain which side is weaker: 0.5
  /// then means that the other side needs twice the visits; it may be 0. `high` may be infinite:
  /// perhaps no search is enough. Both bounds are infinite if more search certainly does harm.
  double low = 1;
  double high = 1;
};

/// Estimates the fair handicap at `top` visits from games at various visits of both sides:
///   logit(attackers' score) = s + b_A log2(v_A / top) - b_D log2(v_D / top).
/// The defenders need s / b_D doublings if s > 0, else the attackers need -s / b_A. The intervals
/// are those of ratios (fieller.h), on the assumption that more search does not harm. The
/// coefficients have normal priors with standard deviations of 10, 3 and 3. A factor beyond the
/// ratios of visits in the games is an extrapolation. The interval is for these networks, not for
/// networks of other seeds.
Handicap FairHandicap(std::span<const VisitGames> games, double top);

}  // namespace raichi
