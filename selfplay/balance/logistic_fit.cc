#include "selfplay/balance/logistic_fit.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/logit.h"

namespace raichi {
namespace {

/// The rows as arrays, and the inverse variances of the priors.
struct Problem {
  Eigen::MatrixXd x;
  Eigen::ArrayXd points;
  Eigen::ArrayXd games;
  Eigen::VectorXd precisions;
};

Problem StateProblem(std::span<const LogisticRow> rows, std::span<const double> deviations) {
  const auto height = static_cast<Eigen::Index>(rows.size());
  const auto width = static_cast<Eigen::Index>(deviations.size());
  Problem problem{Eigen::MatrixXd(height, width), Eigen::ArrayXd(height), Eigen::ArrayXd(height),
                  Eigen::VectorXd(width)};
  for (Eigen::Index i = 0; i < height; ++i) {
    const LogisticRow& row = rows[static_cast<size_t>(i)];
    RAICHI_CHECK(row.x.size() == deviations.size());
    problem.x.row(i) = Eigen::Map<const Eigen::RowVectorXd>(row.x.data(), width);
    problem.points[i] = row.points;
    problem.games[i] = row.games;
  }
  for (Eigen::Index j = 0; j < width; ++j) {
    problem.precisions[j] = std::pow(deviations[static_cast<size_t>(j)], -2);
  }
  return problem;
}

/// The penalised log-likelihood with its derivatives.
struct Local {
  double value = 0;
  Eigen::VectorXd gradient;
  Eigen::MatrixXd information;
  Eigen::ArrayXd expected;  // Points of the rows.
  Eigen::ArrayXd variance;
};

Local Evaluate(const Problem& problem, const Eigen::VectorXd& at) {
  const Eigen::ArrayXd logits = (problem.x * at).array();
  const Eigen::ArrayXd chances =
      logits.unaryExpr([](double logit) { return ChanceOfLogit(logit); });
  const Eigen::ArrayXd log_sums = logits.unaryExpr(
      [](double logit) { return std::max(logit, 0.0) + std::log1p(std::exp(-std::abs(logit))); });
  Local local;
  local.expected = problem.games * chances;
  local.variance = local.expected * (1 - chances);
  const Eigen::VectorXd pulls = problem.precisions.cwiseProduct(at);
  local.value = (problem.points * logits - problem.games * log_sums).sum() - at.dot(pulls) / 2;
  local.gradient = problem.x.transpose() * (problem.points - local.expected).matrix() - pulls;
  local.information = problem.x.transpose() * local.variance.matrix().asDiagonal() * problem.x;
  local.information.diagonal() += problem.precisions;
  return local;
}

Eigen::VectorXd Maximise(const Problem& problem) {
  Eigen::VectorXd at = Eigen::VectorXd::Zero(problem.precisions.size());
  Local local = Evaluate(problem, at);
  for (int iteration = 0; iteration < 200; ++iteration) {
    const Eigen::VectorXd step = local.information.ldlt().solve(local.gradient);
    const double length = step.lpNorm<Eigen::Infinity>();
    if (!(length > 1e-12)) break;
    const double noise = 1e-12 * (1 + std::abs(local.value));  // Of the arithmetic.
    double scale = std::min(1.0, 4 / length);
    Local next = Evaluate(problem, at + scale * step);
    while (next.value < local.value - noise && scale > 1e-12) {
      scale /= 2;
      next = Evaluate(problem, at + scale * step);
    }
    at += scale * step;
    local = std::move(next);
  }
  return at;
}

double Dispersion(const Problem& problem, const Local& local, const Eigen::MatrixXd& covariance) {
  constexpr double kPriorFreedom = 10;
  constexpr double kLeastVariance = 1;  // Of a row's points: fewer are far from normal.
  double chi_squared = kPriorFreedom, freedom = kPriorFreedom;
  for (Eigen::Index i = 0; i < problem.games.size(); ++i) {
    const double variance = local.variance[i];
    if (variance < kLeastVariance) continue;
    chi_squared += std::pow(problem.points[i] - local.expected[i], 2) / variance;
    // The part of the row's degree of freedom that the fit uses up, its leverage.
    const double leverage = variance * problem.x.row(i) * covariance * problem.x.row(i).transpose();
    freedom += std::max(0.0, 1 - leverage);
  }
  return std::max(1.0, chi_squared / freedom);
}

}  // namespace

LogisticFit FitLogistic(std::span<const LogisticRow> rows,
                        std::span<const double> prior_deviations) {
  const Problem problem = StateProblem(rows, prior_deviations);
  LogisticFit fit{.coefficients = Maximise(problem)};
  const Local local = Evaluate(problem, fit.coefficients);
  const Eigen::Index size = fit.coefficients.size();
  fit.covariance = local.information.ldlt().solve(Eigen::MatrixXd::Identity(size, size));
  fit.dispersion = Dispersion(problem, local, fit.covariance);
  fit.covariance *= fit.dispersion;
  return fit;
}

}  // namespace raichi
