#include "selfplay/balance/handicap.h"

#include <cmath>
#include <vector>

#include "base/check.h"
#include "selfplay/balance/fieller.h"
#include "selfplay/balance/logistic_fit.h"

namespace raichi {
namespace {

enum Coefficient { kIntercept, kAttackersSlope, kDefendersSlope };

LogisticFit FitVisits(std::span<const VisitGames> games, double top) {
  std::vector<LogisticRow> rows;
  for (const VisitGames& one : games) {
    RAICHI_CHECK(one.attackers_visits > 0 && one.defenders_visits > 0);
    rows.push_back(
        {{1, std::log2(one.attackers_visits / top), -std::log2(one.defenders_visits / top)},
         one.points,
         one.games});
  }
  return FitLogistic(rows, std::vector<double>{10, 3, 3});
}

/// The doublings that raise the defenders (or, below 0, the attackers) to 50 % along a slope.
Ratio DoublingsAlong(Coefficient slope, const LogisticFit& fit) {
  Eigen::Matrix2d covariance;
  covariance << fit.covariance(kIntercept, kIntercept), fit.covariance(kIntercept, slope),
      fit.covariance(slope, kIntercept), fit.covariance(slope, slope);
  return FiellerRatio(fit.coefficients[kIntercept], fit.coefficients[slope], covariance);
}

}  // namespace

Handicap FairHandicap(std::span<const VisitGames> games, double top) {
  RAICHI_CHECK(top > 0);
  const LogisticFit fit = FitVisits(games, top);
  const Ratio attackers = DoublingsAlong(kAttackersSlope, fit);
  const Ratio defenders = DoublingsAlong(kDefendersSlope, fit);
  // Positive doublings are along the defenders' slope, negative ones along the attackers'. Both
  // intervals contain 0 or neither does.
  const double low = defenders.low > 0 ? defenders.low : attackers.low;
  const double high = attackers.high < 0 ? attackers.high : defenders.high;
  if (fit.coefficients[kIntercept] >= 0) {
    return {Side::kDefenders, std::exp2(defenders.value), std::exp2(low), std::exp2(high)};
  }
  return {Side::kAttackers, std::exp2(-attackers.value), std::exp2(-high), std::exp2(-low)};
}

}  // namespace raichi
