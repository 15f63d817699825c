#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

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
/// are those of ratios (intervals.h), on the assumption that more search does not harm. The
/// coefficients have normal priors with standard deviations of 10, 3 and 3. A factor beyond the
/// ratios of visits in the games is an extrapolation. The interval is for these networks, not for
/// networks of other seeds.
Handicap FairHandicap(std::span<const VisitGames> games, double top);

/// Games in which the king must win within `limit` of his turns; otherwise the attackers win.
struct BidGames {
  int limit = 1;
  double points = 0;  // Of the attackers.
  double games = 0;
};

/// The number of turns for which the attackers score 50 %.
struct FairBid {
  double turns = 0;
  /// 95 % interval; `low` may be 0 and `high` infinite.
  double low = 0;
  double high = 0;
};

/// Estimates the fair bid from games with several limits:
///   logit(attackers' score) = a - b log(limit),
/// with normal priors on the score at the geometric mean of the limits and on b (standard
/// deviations of 10). The interval is that of the ratio a / b (intervals.h), on the assumption that
/// more turns do not harm the king. A bid outside the limits of the games is an extrapolation; if
/// the score does not fall with the limit, it is 0 or infinite. There must be a game.
FairBid EstimateFairBid(std::span<const BidGames> games);

struct PlanePoint {
  double x = 0;
  double y = 0;
};

/// Places `count` things in the plane so that their distances come near to the given ones:
/// classical multidimensional scaling (Torgerson 1952). `distance(i, j)` is called for i < j. The
/// points are centred; x is the direction in which they vary most, and the first point whose
/// coordinate is not 0 has a positive one.
std::vector<PlanePoint> ScaleToPlane(size_t count,
                                     const std::function<double(size_t, size_t)>& distance);

}  // namespace raichi
