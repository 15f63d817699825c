#include "selfplay/ratings/ratings.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "selfplay/ratings/rating_problem.h"
#include "selfplay/ratings/side_estimates.h"

namespace raichi {
namespace {

double CovarianceInElo(int a, int b, const Eigen::MatrixXd& covariance) {
  return a < 0 || b < 0 ? 0 : kEloPerUnit * kEloPerUnit * covariance(a, b);
}

EloWithError RatingInElo(int parameter, const Eigen::VectorXd& at,
                         const Eigen::MatrixXd& covariance) {
  if (parameter < 0) return {};
  return {kEloPerUnit * at[parameter],
          kDeviationsOf95Percent * std::sqrt(CovarianceInElo(parameter, parameter, covariance))};
}

/// Returns the players' numbers, best first.
std::vector<size_t> InOrder(const RatingProblem& problem, const Eigen::VectorXd& at) {
  std::vector<size_t> order(problem.players.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, std::greater(), [&](size_t player) {
    const int parameter = problem.Parameter(player);
    return parameter < 0 ? 0 : at[parameter];
  });
  return order;
}

}  // namespace

RatingTable Rate(std::span<const MatchResult> results, const RatingOptions& options) {
  const RatingProblem problem = StateProblem(results, options.anchor, options.prior_games);
  const RatingModel model(static_cast<int>(problem.players.size()) - 1,
                          static_cast<int>(problem.rules.size()), problem.games,
                          options.slope_deviation);
  const Eigen::VectorXd at = model.Maximise();
  Eigen::MatrixXd covariance = model.Covariance(at);

  RatingTable table;
  table.anchor = problem.players[problem.anchor].name;
  table.dispersion = model.Dispersion(at, covariance);
  covariance *= table.dispersion;
  const std::vector<size_t> order = InOrder(problem, at);
  for (const size_t a : order) {
    const auto& [name, attackers, defenders] = problem.players[a];
    const int parameter = problem.Parameter(a);
    table.ratings.push_back({name, RatingInElo(parameter, at, covariance), attackers, defenders});
    for (const size_t b : order) {
      table.covariance.push_back(CovarianceInElo(parameter, problem.Parameter(b), covariance));
    }
  }
  for (size_t i = 0; i < problem.rules.size(); ++i) {
    table.sides.push_back(
        EstimateSide(problem.rules[i], static_cast<int>(i), model, at, covariance));
  }
  std::ranges::sort(table.sides, {}, &SideTerm::rules);
  return table;
}

EloWithError RatingTable::Combine(const std::map<std::string, double>& weights) const {
  std::vector<double> weight_of(ratings.size());
  for (const auto& [player, weight] : weights) {
    const auto place = std::ranges::find(ratings, player, &Rating::player);
    if (place == ratings.end()) throw Error("ratings: " + player + " is not rated");
    weight_of[static_cast<size_t>(place - ratings.begin())] = weight;
  }
  double elo = 0, variance = 0;
  for (size_t i = 0; i < ratings.size(); ++i) {
    elo += weight_of[i] * ratings[i].rating.elo;
    for (size_t j = 0; j < ratings.size(); ++j) {
      variance += weight_of[i] * weight_of[j] * covariance[i * ratings.size() + j];
    }
  }
  return {elo, kDeviationsOf95Percent * std::sqrt(std::max(variance, 0.0))};
}

}  // namespace raichi
