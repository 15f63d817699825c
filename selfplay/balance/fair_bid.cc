#include "selfplay/balance/fair_bid.h"

#include <cmath>
#include <vector>

#include "base/check.h"
#include "selfplay/balance/fieller.h"
#include "selfplay/balance/logistic_fit.h"

namespace raichi {

FairBid EstimateFairBid(std::span<const BidGames> games) {
  double sum = 0, count = 0;
  for (const BidGames& one : games) {
    RAICHI_CHECK(one.limit > 0);
    sum += one.games * std::log(one.limit);
    count += one.games;
  }
  RAICHI_CHECK(count > 0);
  const double centre = sum / count;
  std::vector<LogisticRow> rows;
  for (const BidGames& one : games) {
    rows.push_back({{1, centre - std::log(one.limit)}, one.points, one.games});
  }
  const LogisticFit fit = FitLogistic(rows, std::vector<double>{10, 10});
  const Ratio above_centre =
      FiellerRatio(fit.coefficients[0], fit.coefficients[1], Eigen::Matrix2d(fit.covariance));
  return {std::exp(centre + above_centre.value), std::exp(centre + above_centre.low),
          std::exp(centre + above_centre.high)};
}

}  // namespace raichi
