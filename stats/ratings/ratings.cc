#include "stats/ratings/ratings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/numbers.h"
#include "stats/ratings/match_result.h"
#include "stats/ratings/rating_problem.h"

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

namespace {

template <typename... Values>
std::string Text(const char* format, Values... values) {
  std::array<char, 256> text;
  std::snprintf(text.data(), text.size(), format, values...);
  return text.data();
}

/// Describes the weakest and the strongest level, or the only one. `describe` returns the text of a
/// level, given whether it is the first.
template <typename Describe>
std::string LineOf(const SideTerm& side, Describe describe) {
  const auto at = [&](const EqualPlayers& level, bool first) {
    return describe(level, first) + Text(" between players of %.0f", WholeElo(level.rating));
  };
  const std::string line = side.rules + ": " + at(side.levels.front(), true);
  return side.levels.size() == 1 ? line : line + ", " + at(side.levels.back(), false);
}

std::string AdvantageLine(const SideTerm& side) {
  return LineOf(side, [](const EqualPlayers& level, bool first) {
    return Text(first ? "attackers %+.0f ± %.0f elo" : "%+.0f ± %.0f",
                WholeElo(level.advantage.elo), level.advantage.error);
  });
}

std::string ScoreLine(const SideTerm& side) {
  return LineOf(side, [](const EqualPlayers& level, bool first) {
    const auto& [score, low, high] = level.score;
    return Text(first ? "attackers score %.0f%% (%.0f to %.0f%%) with %.0f%% draws"
                      : "%.0f%% (%.0f to %.0f%%) with %.0f%%",
                100 * score, 100 * low, 100 * high, 100 * level.draws.share);
  });
}

}  // namespace

std::vector<std::string> FormatRatings(const RatingTable& table) {
  size_t width = 6;
  for (const Rating& rating : table.ratings) width = std::max(width, rating.player.size());
  const auto padded = [width](std::string name) {
    name.resize(width, ' ');
    return name;
  };
  std::vector<std::string> lines = {padded("player") +
                                    "   elo    ±  games  score  attackers  defenders"};
  for (const Rating& rating : table.ratings) {
    const Tally all = Tally(rating.attackers) += rating.defenders;
    lines.push_back(padded(rating.player) +
                    Text(" %5.0f %4.0f  %5llu  %5s      %5s      %5s", WholeElo(rating.rating.elo),
                         rating.rating.error, static_cast<unsigned long long>(all.games()),
                         Percent(all).c_str(), Percent(rating.attackers).c_str(),
                         Percent(rating.defenders).c_str()));
  }
  for (const SideTerm& side : table.sides) {
    lines.push_back(AdvantageLine(side));
    lines.push_back(ScoreLine(side));
  }
  const double widening = std::sqrt(table.dispersion);
  if (widening >= 1.05) {
    lines.push_back(
        Text("results scatter %.1f times as widely as chance explains; the errors "
             "include this",
             widening));
  }
  return lines;
}

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
