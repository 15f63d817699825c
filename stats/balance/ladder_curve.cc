#include "stats/balance/ladder_curve.h"

#include <Eigen/QR>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>

namespace raichi {
namespace {

constexpr double kLeastTau = 0.5, kMostTau = 16;  // doublings

Eigen::VectorXd Logits(const LadderLevels& levels) {
  Eigen::VectorXd logits(static_cast<Eigen::Index>(levels.size()));
  for (size_t i = 0; i < levels.size(); ++i) {
    logits[static_cast<Eigen::Index>(i)] = levels[i].logit.mean;
  }
  return logits;
}

/// A row for each level: the square root of its weight times `row` of its strength.
Eigen::MatrixXd Weighted(const LadderLevels& levels, const Eigen::VectorXd& roots,
                         const std::function<Eigen::VectorXd(double)>& row) {
  Eigen::MatrixXd matrix(roots.size(), row(0).size());
  for (Eigen::Index i = 0; i < roots.size(); ++i) {
    matrix.row(i) = roots[i] * row(levels[static_cast<size_t>(i)].strength).transpose();
  }
  return matrix;
}

/// Fits the curve with this tau. Returns the sum of the weighted squares that it leaves.
double FitLinear(const LadderLevels& levels, const Eigen::VectorXd& roots, LadderCurve* curve) {
  const Eigen::MatrixXd x = Weighted(levels, roots, [curve](double s) {
    return LadderCurve::Features(curve->shape, curve->tau, s);
  });
  const Eigen::VectorXd y = roots.cwiseProduct(Logits(levels));
  curve->linear = x.completeOrthogonalDecomposition().solve(y);
  return (y - x * curve->linear).squaredNorm();
}

}  // namespace

Eigen::Index ParametersOf(LadderShape shape) { return shape == LadderShape::kLine ? 2 : 3; }

LadderCurve FitCurve(LadderShape shape, const LadderLevels& levels) {
  Eigen::VectorXd roots(static_cast<Eigen::Index>(levels.size()));
  for (size_t i = 0; i < levels.size(); ++i) {
    const LogitMean& logit = levels[i].logit;
    const auto seeds = static_cast<double>(logit.influence.size());
    const double variance = logit.games_variance + VarianceBetweenSeeds(logit) / seeds;
    roots[static_cast<Eigen::Index>(i)] = 1 / std::sqrt(variance);
  }
  LadderCurve curve{.shape = shape};
  if (shape == LadderShape::kAsymptote) {
    double best = 0, least = std::numeric_limits<double>::infinity();
    for (double tau = kLeastTau; tau <= kMostTau; tau *= 1.05) {
      curve.tau = tau;
      const double left = FitLinear(levels, roots, &curve);
      if (left >= least) continue;
      least = left;
      best = tau;
    }
    curve.tau = best;
  }
  FitLinear(levels, roots, &curve);
  const Eigen::MatrixXd jacobian =
      Weighted(levels, roots, [&curve](double s) { return curve.Gradient(s); });
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition;
  decomposition.setThreshold(1e-6);
  decomposition.compute(jacobian);
  curve.by_logit = decomposition.pseudoInverse() * roots.asDiagonal();
  return curve;
}

}  // namespace raichi
