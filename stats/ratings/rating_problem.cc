#include "stats/ratings/rating_problem.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "base/error.h"

namespace raichi {
namespace {

/// A result with the numbers of its players and its rule set.
struct Numbered {
  size_t a = 0;
  size_t b = 0;
  size_t rules = 0;
  const MatchResult* result = nullptr;
};

class Numbers {
 public:
  /// Returns the number of a name, and whether it is new.
  std::pair<size_t, bool> Of(const std::string& name) {
    const auto [place, added] = numbers_.emplace(name, numbers_.size());
    return {place->second, added};
  }

 private:
  std::map<std::string, size_t> numbers_;
};

std::vector<Numbered> NumberResults(std::span<const MatchResult> results, RatingProblem* problem) {
  Numbers players, rules;
  const auto player = [&](const std::string& name) {
    const auto [number, added] = players.Of(name);
    if (added) problem->players.push_back({name, {}, {}});
    return number;
  };
  std::vector<Numbered> numbered;
  for (const MatchResult& result : results) {
    if (result.a == result.b || result.total().games() == 0) continue;
    const size_t a = player(result.a), b = player(result.b);
    const auto [number, added] = rules.Of(result.rules);
    if (added) problem->rules.push_back(result.rules);
    numbered.push_back({a, b, number, &result});
  }
  return numbered;
}

size_t Root(std::vector<size_t>* parents, size_t i) {
  while ((*parents)[i] != i) i = (*parents)[i] = (*parents)[(*parents)[i]];
  return i;
}

void CheckConnected(const std::vector<Numbered>& results, const RatingProblem& problem) {
  std::vector<size_t> parents(problem.players.size());
  std::iota(parents.begin(), parents.end(), size_t{0});
  for (const Numbered& one : results) parents[Root(&parents, one.a)] = Root(&parents, one.b);
  std::string strangers;
  for (size_t i = 0; i < parents.size(); ++i) {
    if (Root(&parents, i) == Root(&parents, problem.anchor)) continue;
    strangers += " " + problem.players[i].name;
  }
  if (!strangers.empty()) {
    throw Error("ratings: no chain of games connects these players to " +
                problem.players[problem.anchor].name + ":" + strangers);
  }
}

/// The games of all ordered pairings.
class Pairings {
 public:
  /// Adds games of two players, given as parameters, from the perspective of the attackers' player.
  void Add(int attackers, int defenders, int rules, const Tally& tally) {
    entries_[{rules, attackers, defenders}].tally += tally;
  }
  /// Adds fractions of games that each player wins and loses.
  void AddPrior(int attackers, int defenders, int rules, double games) {
    entries_[{rules, attackers, defenders}].prior += games;
  }

  std::vector<RatingModel::Games> ToGames() const {
    std::vector<RatingModel::Games> games;
    for (const auto& [key, entry] : entries_) {
      const auto& [rules, attackers, defenders] = key;
      const double score = entry.tally.Score();
      games.push_back(
          {.attackers = attackers,
           .defenders = defenders,
           .rules = rules,
           .wins = static_cast<double>(entry.tally.wins) + entry.prior,
           .draws = static_cast<double>(entry.tally.draws),
           .losses = static_cast<double>(entry.tally.losses) + entry.prior,
           .information = 4 * static_cast<double>(entry.tally.games()) * score * (1 - score)});
    }
    return games;
  }

 private:
  struct Entry {
    Tally tally;
    double prior = 0;
  };
  std::map<std::tuple<int, int, int>, Entry> entries_;
};

Tally Mirrored(const Tally& tally) { return {tally.losses, tally.draws, tally.wins}; }

/// Adds so many games that were not played to each pairing, under the rules of most of its games
/// (of two with as many, under those whose name comes first).
void AddPrior(const std::vector<Numbered>& numbered, const RatingProblem& problem, double games,
              Pairings* pairings) {
  std::map<std::pair<size_t, size_t>, std::map<std::string, uint64_t>> games_by_rules;
  for (const Numbered& one : numbered) {
    games_by_rules[std::minmax(one.a, one.b)][one.result->rules] += one.result->total().games();
  }
  for (const auto& [players, by_rules] : games_by_rules) {
    const auto most =
        std::ranges::max_element(by_rules, {}, [](const auto& entry) { return entry.second; });
    const auto rules = std::ranges::find(problem.rules, most->first) - problem.rules.begin();
    const int a = problem.Parameter(players.first), b = problem.Parameter(players.second);
    pairings->AddPrior(a, b, static_cast<int>(rules), games / 4);
    pairings->AddPrior(b, a, static_cast<int>(rules), games / 4);
  }
}

}  // namespace

RatingProblem StateProblem(std::span<const MatchResult> results, const std::string& anchor,
                           double prior_games) {
  RatingProblem problem;
  const std::vector<Numbered> numbered = NumberResults(results, &problem);
  if (numbered.empty()) throw Error("ratings: no games between different players");
  const auto place = std::ranges::find(problem.players, anchor, &RatingProblem::Player::name);
  if (place != problem.players.end()) {
    problem.anchor = static_cast<size_t>(place - problem.players.begin());
  }
  CheckConnected(numbered, problem);

  Pairings pairings;
  for (const Numbered& one : numbered) {
    const Tally &attacks = one.result->a_attackers, &defends = one.result->a_defenders;
    const int a = problem.Parameter(one.a), b = problem.Parameter(one.b);
    const int rules = static_cast<int>(one.rules);
    pairings.Add(a, b, rules, attacks);
    pairings.Add(b, a, rules, Mirrored(defends));
    problem.players[one.a].attackers += attacks;
    problem.players[one.a].defenders += defends;
    problem.players[one.b].attackers += Mirrored(defends);
    problem.players[one.b].defenders += Mirrored(attacks);
  }
  AddPrior(numbered, problem, prior_games, &pairings);
  problem.games = pairings.ToGames();
  return problem;
}

}  // namespace raichi
