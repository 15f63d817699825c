#include "stats/balance/logit_mean.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "base/error.h"
#include "base/numbers.h"

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

namespace {

/// The features of a pair; the coefficients are the mean, then the a, then the b.
std::vector<double> Features(size_t pair, size_t seeds) {
  std::vector<double> x(1 + 2 * seeds);
  x[0] = x[1 + pair / seeds] = x[1 + seeds + pair % seeds] = 1;
  return x;
}

/// Returns how many games of each result the fit adds to each pair: half the number of parameters
/// that the games determine, divided by the number of pairs, times `repeats`.
double AddedGames(const PairTable& table) {
  const auto seeds = static_cast<size_t>(table.seeds);
  std::vector<bool> attacks(seeds), defends(seeds);
  double pairs = 0;
  for (size_t pair = 0; pair < table.games.size(); ++pair) {
    if (table.games[pair] == 0) continue;
    ++pairs;
    attacks[pair / seeds] = defends[pair % seeds] = true;
  }
  const auto parameters = std::count(attacks.begin(), attacks.end(), true) +
                          std::count(defends.begin(), defends.end(), true) - 1;
  return static_cast<double>(parameters) / 2 / pairs * table.repeats;
}

/// The priors of the a and b make them add up to 0, since the mean has none, and are too weak to
/// matter otherwise.
LogisticFit Fit(const PairTable& table, double added) {
  const auto seeds = static_cast<size_t>(table.seeds);
  std::vector<double> deviations(1 + 2 * seeds, 10);
  deviations[0] = std::numeric_limits<double>::infinity();
  std::vector<LogisticRow> rows;
  for (size_t pair = 0; pair < table.games.size(); ++pair) {
    if (table.games[pair] == 0) continue;
    rows.push_back(
        {Features(pair, seeds), table.points[pair] + added, table.games[pair] + 2 * added});
  }
  return FitLogistic(rows, deviations);
}

/// The outputs as linear functions of the coefficients.
Eigen::MatrixXd OutputsOfCoefficients(Eigen::Index seeds) {
  const Eigen::MatrixXd one_each = Eigen::MatrixXd::Identity(seeds, seeds);
  Eigen::MatrixXd outputs = Eigen::MatrixXd::Zero(1 + seeds, 1 + 2 * seeds);
  outputs(0, 0) = 1;
  outputs.block(1, 1, seeds, seeds) = one_each;
  outputs.block(1, 1 + seeds, seeds, seeds) = one_each;
  return outputs;
}

}  // namespace

PairFit FitPairs(const PairTable& table) {
  const double added = AddedGames(table);
  const LogisticFit fit = Fit(table, added);
  const auto seeds = static_cast<size_t>(table.seeds);
  const Eigen::MatrixXd outputs = OutputsOfCoefficients(table.seeds);
  const Eigen::MatrixXd by_score = outputs * fit.covariance / fit.dispersion;
  PairFit result{.outputs = outputs * fit.coefficients,
                 .by_point = Eigen::MatrixXd(outputs.rows(), table.seeds * table.seeds),
                 .added = added};
  for (size_t pair = 0; pair < table.games.size(); ++pair) {
    const std::vector<double> features = Features(pair, seeds);
    const Eigen::Map<const Eigen::VectorXd> x(features.data(), fit.coefficients.size());
    result.by_point.col(static_cast<Eigen::Index>(pair)) = by_score * x;
    result.chances.push_back(ChanceOfLogit(x.dot(fit.coefficients)));
  }
  return result;
}

namespace {

/// The sum over the games that the fit adds of their squared effects on the outputs. Games that
/// count as one are alike, so their effects are added before they are squared.
Eigen::ArrayXd SquaresOfAddedGames(const PairTable& table, const PairFit& fit) {
  Eigen::ArrayXd squares = Eigen::ArrayXd::Zero(fit.by_point.rows());
  for (size_t pair = 0; pair < table.games.size(); ++pair) {
    if (table.games[pair] == 0) continue;
    const double p = fit.chances[pair];
    squares += fit.by_point.col(static_cast<Eigen::Index>(pair)).array().square() *
               (table.repeats * fit.added * (p * p + (1 - p) * (1 - p)));
  }
  return squares;
}

/// How the outputs vary by the chance of games and openings.
struct ByChance {
  Eigen::MatrixXd effects;   // of each opening, a column, on the outputs
  Eigen::ArrayXd variances;  // of the outputs
};

/// The variance is at least that of games that are all independent: with few openings, the variance
/// between them may be small by chance.
ByChance VaryByChance(const CrossPlay& play, const PairTable& table, const PairFit& fit) {
  const auto openings = static_cast<Eigen::Index>(table.openings);
  Eigen::MatrixXd effects = Eigen::MatrixXd::Zero(fit.by_point.rows(), openings);
  Eigen::ArrayXd independent = Eigen::ArrayXd::Zero(fit.by_point.rows());
  for (size_t i = 0; i < play.games.size(); ++i) {
    const StudyGame& game = play.games[i];
    const size_t pair = table.Pair(game.attackers, game.defenders);
    const Eigen::VectorXd effect = (AttackersPoints(game.result) - fit.chances[pair]) *
                                   fit.by_point.col(static_cast<Eigen::Index>(pair));
    effects.col(static_cast<Eigen::Index>(table.opening_of[i])) += effect;
    independent += effect.array().square();
  }
  const auto count = static_cast<double>(openings);
  const double correction = openings > 1 ? count / (count - 1) : 1;
  effects *= std::sqrt(correction);
  const Eigen::ArrayXd clustered = effects.array().square().rowwise().sum();
  const Eigen::ArrayXd added = SquaresOfAddedGames(table, fit);
  return {std::move(effects), clustered.max(independent) + added};
}

}  // namespace

LogitMean EstimateLogitMean(const CrossPlay& play) {
  RAICHI_CHECK(!play.games.empty());
  const PairTable table(play);
  const PairFit fit = FitPairs(table);
  const ByChance chance = VaryByChance(play, table, fit);
  LogitMean mean{.mean = fit.outputs[0],
                 .games_variance = chance.variances[0],
                 .influence = std::vector<double>(fit.outputs.begin() + 1, fit.outputs.end())};
  if (play.seeds > 1) {
    mean.influence_variance = chance.variances.tail(play.seeds).sum() / (play.seeds - 1);
  }
  if (table.openings < play.games.size()) {
    mean.games_degrees = std::max(1.0, static_cast<double>(table.openings) - 1);
  }
  for (size_t i = 0; play.shares_openings && i < play.games.size(); ++i) {
    const auto effects = chance.effects.col(static_cast<Eigen::Index>(table.opening_of[i]));
    mean.shared[play.games[i].opening] = {effects.begin(), effects.end()};
  }
  return mean;
}

}  // namespace raichi
