#pragma once

#include <span>
#include <vector>

#include "selfplay/ratings/eigen.h"

namespace raichi {

/// Games with the same expected score.
struct LogisticRow {
  std::vector<double> x;  // The features, one for each coefficient; 1 for an intercept.
  double points = 0;      // 0 to `games`; a draw is half a point.
  double games = 0;
};

/// logit(points per game) = coefficients * x, fitted to rows.
struct LogisticFit {
  Eigen::VectorXd coefficients;
  /// Of the coefficients, times `dispersion`.
  Eigen::MatrixXd covariance;
  /// How many times the points of rows vary as much as those of independent games without draws
  /// would, at least 1 (Pearson's chi-squared over its degrees of freedom, with ten more of the
  /// expected variance; rows with an expected variance below 1 do not count).
  double dispersion = 1;
};

/// Fits the coefficients by maximum likelihood (quasi-binomial; iteratively reweighted least
/// squares with step halving). Each coefficient has a normal prior with mean 0 and the given
/// standard deviation, or none if this is infinite. A weak prior (10, say, for features of the size
/// of 1) keeps a coefficient finite where the games do not bound it, such as in data that the
/// features separate; with a hundred games it moves a coefficient of 1 by less than a thousandth.
/// The covariance includes the prior. The number of deviations is that of the coefficients.
LogisticFit FitLogistic(std::span<const LogisticRow> rows,
                        std::span<const double> prior_deviations);

}  // namespace raichi
