#pragma once

#include <span>

namespace raichi {

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
/// deviations of 10). The interval is that of the ratio a / b (fieller.h), on the assumption that
/// more turns do not harm the king. A bid outside the limits of the games is an extrapolation; if
/// the score does not fall with the limit, it is 0 or infinite. There must be a game.
FairBid EstimateFairBid(std::span<const BidGames> games);

}  // namespace raichi
