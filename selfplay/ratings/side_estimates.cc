#include "selfplay/ratings/side_estimates.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/logit.h"

namespace raichi {
namespace {

constexpr double kLeastShareBeyond = 0.05;  // Of the informative games, at each end of the range.
constexpr double kLeastGamesBeyond = 5;
constexpr double kLeastRange = 100 / kEloPerUnit;  // For more than one level.
constexpr int kLevels = 5;

using Function = RatingModel::Function;

double ErrorOf(const Eigen::VectorXd& gradient, const Eigen::MatrixXd& covariance) {
  return kDeviationsOf95Percent * std::sqrt(gradient.dot(covariance * gradient));
}

ShareOfGames ShareWithBounds(const Function& share, const Eigen::MatrixXd& covariance) {
  const double logit = Logit(share.value);
  const double error = ErrorOf(share.gradient, covariance) / (share.value * (1 - share.value));
  return {share.value, ChanceOfLogit(logit - error), ChanceOfLogit(logit + error)};
}

/// The mean ratings of a rule set's pairings and their informative games, in order of rating.
std::vector<std::pair<double, double>> Informative(int index, const RatingModel& model,
                                                   const Eigen::VectorXd& at) {
  std::vector<std::pair<double, double>> points;
  for (const RatingModel::Games& games : model.games()) {
    if (games.rules != index || games.information == 0) continue;
    points.emplace_back(RatingModel::MeanRating(games, at), games.information);
  }
  std::sort(points.begin(), points.end());
  return points;
}

/// Returns the first rating by which the games passed add up to `beyond`.
template <typename Iterator>
double RatingBeyond(Iterator point, double beyond) {
  double passed = point->second;
  while (passed < beyond) passed += (++point)->second;
  return point->first;
}

EqualPlayers EqualPlayersAt(double distance, int index, const RatingModel& model,
                            const Eigen::VectorXd& at, const Eigen::MatrixXd& covariance) {
  const Function advantage = model.LineAt(index, RatingModel::kAdvantage, distance, at);
  const Function log_nu = model.LineAt(index, RatingModel::kLogNu, distance, at);
  const GameChances chances = ChancesOf(advantage.value / 2, log_nu.value);
  const auto share = [&](double value, double by_half, double by_log_nu) {
    return ShareWithBounds({value, by_half / 2 * advantage.gradient + by_log_nu * log_nu.gradient},
                           covariance);
  };
  return {.rating = kEloPerUnit * (model.Centre(index, at) + distance),
          .advantage = {kEloPerUnit * advantage.value,
                        kEloPerUnit * ErrorOf(advantage.gradient, covariance)},
          .score = share(chances.Score(), chances.ScoreByHalf(), chances.ScoreByLogNu()),
          .draws = share(chances.draw, chances.DrawByHalf(), chances.DrawByLogNu())};
}

}  // namespace

SideTerm EstimateSide(const std::string& rules, int index, const RatingModel& model,
                      const Eigen::VectorXd& at, const Eigen::MatrixXd& covariance) {
  SideTerm term{.rules = rules, .informative_games = 0, .slope = {}, .levels = {}};
  const auto points = Informative(index, model, at);
  for (const auto& [rating, games] : points) term.informative_games += games;

  const double centre = model.Centre(index, at);
  double low = centre, high = centre;
  if (!points.empty()) {
    const double all = term.informative_games;
    const double beyond =
        std::max(kLeastShareBeyond * all, std::min(kLeastGamesBeyond, 0.499 * all));
    low = RatingBeyond(points.begin(), beyond);
    high = RatingBeyond(points.rbegin(), beyond);
  }
  const int levels = high - low < kLeastRange ? 1 : kLevels;
  for (int i = 0; i < levels; ++i) {
    const double part = levels == 1 ? 0.5 : static_cast<double>(i) / (levels - 1);
    const double rating = low + part * (high - low);
    term.levels.push_back(EqualPlayersAt(rating - centre, index, model, at, covariance));
  }

  constexpr double kSlopeInElo = 100;
  const int slope = model.SlopeIndex(index, RatingModel::kAdvantage);
  term.slope = {kSlopeInElo * at[slope],
                kSlopeInElo * kDeviationsOf95Percent * std::sqrt(covariance(slope, slope))};
  return term;
}

}  // namespace raichi
