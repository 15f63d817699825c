#include "selfplay/balance/logit_mean.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/check.h"
#include "selfplay/balance/pair_fit.h"
#include "selfplay/balance/student.h"

namespace raichi {
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

/// The variance of each output by the chance of games and openings, at least that of games that are
/// all independent: with few openings, the variance between them may be small by chance.
Eigen::ArrayXd GamesVariances(const CrossPlay& play, const PairTable& table, const PairFit& fit) {
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
  const Eigen::ArrayXd clustered = correction * effects.array().square().rowwise().sum();
  return clustered.max(independent) + SquaresOfAddedGames(table, fit);
}

double SumOfSquares(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return sum;
}

}  // namespace

LogitMean EstimateLogitMean(const CrossPlay& play) {
  RAICHI_CHECK(!play.games.empty());
  const PairTable table(play);
  const PairFit fit = FitPairs(table);
  const Eigen::ArrayXd variances = GamesVariances(play, table, fit);
  LogitMean mean{.mean = fit.outputs[0],
                 .games_variance = variances[0],
                 .influence = std::vector<double>(fit.outputs.begin() + 1, fit.outputs.end())};
  if (play.seeds > 1) mean.influence_variance = variances.tail(play.seeds).sum() / (play.seeds - 1);
  return mean;
}

LogitMean WeightedSum(std::span<const LogitMean> cells, std::span<const double> weights) {
  RAICHI_CHECK(!cells.empty() && cells.size() == weights.size());
  LogitMean sum{.influence = std::vector<double>(cells[0].influence.size())};
  for (size_t c = 0; c < cells.size(); ++c) {
    RAICHI_CHECK(cells[c].influence.size() == sum.influence.size());
    sum.mean += weights[c] * cells[c].mean;
    sum.games_variance += weights[c] * weights[c] * cells[c].games_variance;
    sum.influence_variance += weights[c] * weights[c] * cells[c].influence_variance;
    for (size_t k = 0; k < sum.influence.size(); ++k) {
      sum.influence[k] += weights[c] * cells[c].influence[k];
    }
  }
  return sum;
}

double VarianceBetweenSeeds(const LogitMean& mean) {
  if (mean.influence.size() < 2) return 0;
  const auto degrees = static_cast<double>(mean.influence.size() - 1);
  return std::max(0.0, SumOfSquares(mean.influence) / degrees - mean.influence_variance);
}

Contrast Combine(std::span<const LogitMean> cells, std::span<const double> weights, double level) {
  const LogitMean sum = WeightedSum(cells, weights);
  const auto seeds = static_cast<int>(sum.influence.size());
  const double error = std::sqrt(sum.games_variance + VarianceBetweenSeeds(sum) / seeds);
  const double half =
      error * (seeds > 1 ? StudentHalfWidth(level, seeds - 1) : NormalHalfWidth(level));
  Contrast contrast{.value = sum.mean, .low = sum.mean - half, .high = sum.mean + half};
  if (error == 0) {
    contrast.p = sum.mean == 0 ? 1 : 0;
    return contrast;
  }
  const double distance = sum.mean / error;
  contrast.p = seeds > 1 ? StudentTwoSidedP(distance, seeds - 1) : NormalTwoSidedP(distance);
  return contrast;
}

}  // namespace raichi
