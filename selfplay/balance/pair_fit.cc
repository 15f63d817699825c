#include "selfplay/balance/pair_fit.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "base/logit.h"
#include "selfplay/balance/logistic_fit.h"

namespace raichi {
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

}  // namespace raichi
