#include "selfplay/ratings/ratings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <numeric>

#include "base/error.h"
#include "selfplay/ratings/rating_model.h"

namespace raichi {
namespace {

const double kEloPerUnit = 400 / std::log(10.0);

/// Numbering of names, in order of first mention.
class Index {
 public:
  size_t Of(const std::string& name) {
    const auto [place, added] = numbers_.emplace(name, names_.size());
    if (added) names_.push_back(name);
    return place->second;
  }
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::map<std::string, size_t> numbers_;
  std::vector<std::string> names_;
};

size_t Root(std::vector<size_t>* parents, size_t i) {
  while ((*parents)[i] != i) i = (*parents)[i] = (*parents)[(*parents)[i]];
  return i;
}

struct Problem {
  Index players, rules;
  std::vector<MatchResult> results;  // Only results with games.
  size_t anchor = 0;

  /// Returns the player's parameter in RatingModel, or -1 for the anchor, which has none.
  int Parameter(size_t player) const {
    return player == anchor ? -1 : static_cast<int>(player < anchor ? player : player - 1);
  }
};

Problem StateProblem(std::span<const MatchResult> results, const std::string& anchor) {
  Problem problem;
  for (const MatchResult& result : results) {
    if (result.a == result.b || result.total().games() == 0) continue;
    problem.players.Of(result.a);
    problem.players.Of(result.b);
    problem.rules.Of(result.rules);
    problem.results.push_back(result);
  }
  if (problem.results.empty()) throw Error("ratings: no games between different players");
  const auto& names = problem.players.names();
  const auto place = std::find(names.begin(), names.end(), anchor);
  if (place != names.end()) problem.anchor = static_cast<size_t>(place - names.begin());
  return problem;
}

void CheckConnected(Problem* problem) {
  const std::vector<std::string>& names = problem->players.names();
  std::vector<size_t> parents(names.size());
  std::iota(parents.begin(), parents.end(), size_t{0});
  for (const MatchResult& result : problem->results) {
    parents[Root(&parents, problem->players.Of(result.a))] =
        Root(&parents, problem->players.Of(result.b));
  }
  std::string strangers;
  for (size_t i = 0; i < names.size(); ++i) {
    if (Root(&parents, i) != Root(&parents, problem->anchor)) strangers += " " + names[i];
  }
  if (!strangers.empty()) {
    throw Error("ratings: no chain of games connects these players to " + names[problem->anchor] +
                ":" + strangers);
  }
}

/// Returns the games of all results, and the prior's games once per pairing that met.
std::vector<RatingModel::Games> ModelGames(Problem* problem, double prior_games) {
  std::vector<RatingModel::Games> games;
  std::map<std::pair<int, int>, bool> met;
  for (const MatchResult& result : problem->results) {
    const int a = problem->Parameter(problem->players.Of(result.a));
    const int b = problem->Parameter(problem->players.Of(result.b));
    const auto side = static_cast<int>(problem->rules.Of(result.rules));
    const bool first = met.emplace(std::minmax(a, b), true).second;
    const double extra = first ? prior_games / 4 : 0;
    const auto number = [](uint64_t n) { return static_cast<double>(n); };
    const Tally& as_a = result.a_attackers;
    const Tally& as_d = result.a_defenders;
    games.push_back(
        {a, b, side, number(as_a.wins) + extra, number(as_a.draws), number(as_a.losses) + extra});
    games.push_back(
        {b, a, side, number(as_d.losses) + extra, number(as_d.draws), number(as_d.wins) + extra});
  }
  return games;
}

double CovarianceInElo(int a, int b, const Eigen::MatrixXd& covariance) {
  return a < 0 || b < 0 ? 0 : kEloPerUnit * kEloPerUnit * covariance(a, b);
}

EloWithError InElo(int parameter, const Eigen::VectorXd& at, const Eigen::MatrixXd& covariance) {
  if (parameter < 0) return {};
  return {kEloPerUnit * at[parameter],
          kDeviationsOf95Percent * std::sqrt(CovarianceInElo(parameter, parameter, covariance))};
}

Tally Mirrored(const Tally& tally) { return {tally.losses, tally.draws, tally.wins}; }

void AddTallies(Problem* problem, std::vector<Rating>* ratings) {
  for (const MatchResult& result : problem->results) {
    Rating& a = (*ratings)[problem->players.Of(result.a)];
    Rating& b = (*ratings)[problem->players.Of(result.b)];
    a.attackers += result.a_attackers;
    a.defenders += result.a_defenders;
    b.defenders += Mirrored(result.a_attackers);
    b.attackers += Mirrored(result.a_defenders);
  }
}

template <typename... Values>
std::string Text(const char* format, Values... values) {
  std::array<char, 256> text;
  std::snprintf(text.data(), text.size(), format, values...);
  return text.data();
}

}  // namespace

RatingTable Rate(std::span<const MatchResult> results, const RatingOptions& options) {
  Problem problem = StateProblem(results, options.anchor);
  CheckConnected(&problem);
  const std::vector<std::string>& names = problem.players.names();
  const std::vector<std::string>& rules = problem.rules.names();
  const RatingModel model(static_cast<int>(names.size()) - 1, static_cast<int>(rules.size()),
                          ModelGames(&problem, options.prior_games));
  const Eigen::VectorXd at = model.Maximise();
  const Eigen::MatrixXd covariance = model.Covariance(at);

  RatingTable table;
  table.anchor = names[problem.anchor];
  for (size_t i = 0; i < names.size(); ++i) {
    table.ratings.push_back({names[i], InElo(problem.Parameter(i), at, covariance), {}, {}});
  }
  AddTallies(&problem, &table.ratings);
  std::stable_sort(table.ratings.begin(), table.ratings.end(),
                   [](const auto& x, const auto& y) { return x.rating.elo > y.rating.elo; });
  for (const Rating& a : table.ratings) {
    for (const Rating& b : table.ratings) {
      table.covariance.push_back(CovarianceInElo(problem.Parameter(problem.players.Of(a.player)),
                                                 problem.Parameter(problem.players.Of(b.player)),
                                                 covariance));
    }
  }
  for (size_t i = 0; i < rules.size(); ++i) {
    table.sides.push_back({rules[i], InElo(model.SideIndex(static_cast<int>(i)), at, covariance)});
  }
  std::sort(table.sides.begin(), table.sides.end(),
            [](const auto& x, const auto& y) { return x.rules < y.rules; });
  table.draw_inclination = std::exp(at[model.DrawIndex()]);
  table.draw_fraction = table.draw_inclination / (table.draw_inclination + 2);
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

std::vector<std::string> FormatRatings(const RatingTable& table) {
  size_t width = 6;
  for (const Rating& rating : table.ratings) width = std::max(width, rating.player.size());
  const auto padded = static_cast<int>(width);
  std::vector<std::string> lines = {
      Text("%-*s   elo    ±  games  score  attackers  defenders", padded, "player")};
  for (const Rating& rating : table.ratings) {
    const Tally all = Tally(rating.attackers) += rating.defenders;
    lines.push_back(Text("%-*s %5.0f %4.0f  %5llu  %5s      %5s      %5s", padded,
                         rating.player.c_str(), rating.rating.elo, rating.rating.error,
                         static_cast<unsigned long long>(all.games()), Percent(all).c_str(),
                         Percent(rating.attackers).c_str(), Percent(rating.defenders).c_str()));
  }
  for (const SideTerm& side : table.sides) {
    lines.push_back(Text("%s: attackers %+.0f ± %.0f elo", side.rules.c_str(),
                         side.attackers_advantage.elo, side.attackers_advantage.error));
  }
  lines.push_back(Text("equal players draw %.0f%% of their games", 100 * table.draw_fraction));
  return lines;
}

}  // namespace raichi
