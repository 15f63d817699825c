#include "stats/balance/bids.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <vector>

#include "base/error.h"
#include "stats/balance/intervals.h"
#include "stats/balance/logit_mean.h"
#include "stats/ratings/eigen.h"

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

// After the header above, which turns warnings off.

std::vector<PlanePoint> ScaleToPlane(size_t count,
                                     const std::function<double(size_t, size_t)>& distance) {
  std::vector<PlanePoint> points(count);
  if (count < 2) return points;
  const auto size = static_cast<Eigen::Index>(count);
  Eigen::MatrixXd squares = Eigen::MatrixXd::Zero(size, size);
  for (Eigen::Index i = 0; i < size; ++i) {
    for (Eigen::Index j = i + 1; j < size; ++j) {
      const double of_pair = distance(static_cast<size_t>(i), static_cast<size_t>(j));
      squares(i, j) = squares(j, i) = of_pair * of_pair;
    }
  }
  const Eigen::MatrixXd centring =
      Eigen::MatrixXd::Identity(size, size) -
      Eigen::MatrixXd::Constant(size, size, 1.0 / static_cast<double>(count));
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(-0.5 * centring * squares * centring);
  // The eigenvalues ascend.
  const auto coordinate = [&](Eigen::Index axis, Eigen::Index point) {
    const Eigen::Index column = size - 1 - axis;
    const Eigen::VectorXd vector = solver.eigenvectors().col(column);
    double sign = 1;
    for (Eigen::Index i = 0; i < size; ++i) {
      constexpr double kTiny = 1e-9;
      if (std::abs(vector(i)) < kTiny) continue;
      sign = vector(i) > 0 ? 1 : -1;
      break;
    }
    return sign * vector(point) * std::sqrt(std::max(0.0, solver.eigenvalues()(column)));
  };
  for (Eigen::Index i = 0; i < size; ++i) {
    points[static_cast<size_t>(i)] = {coordinate(0, i), coordinate(1, i)};
  }
  return points;
}

}  // namespace raichi
