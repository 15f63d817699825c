#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <vector>

#include "stats/balance/cross_play.h"
#include "stats/ratings/eigen.h"

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

/// The additive model of LogitMean, fitted to the pairs of seeds that played. Its outputs are the
/// mean and then, for each seed k, the influence a_k + b_k.
struct PairFit {
  Eigen::VectorXd outputs;
  /// What one point more in a game of a pair adds to the outputs: a column for each pair.
  Eigen::MatrixXd by_point;
  std::vector<double> chances;  // The expected points of a game of each pair.
  double added = 0;             // Games won, and as many lost, that the fit adds to each pair.
};

PairFit FitPairs(const PairTable& table);

/// The attackers' score under one rule set on the logit scale, in natural units (stats/ratings/
/// match_result.h converts them to Elo), and its two errors: by the chance of the games and by the
/// choice of the training seeds.
///
/// The scores of ordered pairs of seeds follow logit P(i attacks, j defends) = mean + a_i + b_j,
/// where the a and the b of all seeds each add up to 0. So `mean` is the mean of the logits over
/// all ordered pairs, including those without games. The fit adds to each pair that played a
/// fraction of a won and of a lost game, the parameters over twice the pairs: (2K - 1) / (2 K^2)
/// for K seeds, hence half a win and half a loss if there is one seed. This keeps the logits
/// finite and removes their bias to first order, also if a pair has very few games (Firth 1993,
/// with the leverage of each pair replaced by its mean). Half a game each way for every pair would
/// pull the mean towards 0 by as much as the pairs are many.
struct LogitMean {
  double mean = 0;
  /// Variance of the mean by the chance of games and openings, with the seeds fixed: the games of
  /// an opening are drawn together. This is the limit of the bootstrap over openings (infinitesimal
  /// jackknife, or sandwich estimate), at least the variance of independent games: few openings
  /// may agree by chance. The games that the fit adds count too, so the variance is not 0 if all
  /// games have the same result; then an opening counts as one game, however many it has.
  double games_variance = 0;
  /// For each seed a_k + b_k: what the seed against itself differs from the mean. They add up to 0.
  /// The mean of their squares (over K - 1) estimates the variance between seeds plus
  /// `influence_variance`. A seed without games counts as an average one.
  std::vector<double> influence;
  /// Mean over the seeds (with K - 1) of the variance of `influence` by the chance of games.
  double influence_variance = 0;
  /// Degrees of freedom of `games_variance`: the openings less one, at least 1, if some share
  /// games; else infinite.
  double games_degrees = std::numeric_limits<double>::infinity();
  /// What each opening adds to the mean and the influences beyond its expectation, if other cells
  /// have the same openings (CrossPlay::shares_openings); else empty.
  std::map<uint32_t, std::vector<double>> shared = {};
};

/// Estimates the mean of the logits. There must be a game.
LogitMean EstimateLogitMean(const CrossPlay& play);

}  // namespace raichi
