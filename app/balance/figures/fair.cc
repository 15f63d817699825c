#include "app/balance/figures/fair.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <vector>

#include "selfplay/balance/logit.h"

namespace raichi {
namespace {

/// The games with unequal searches, and those between equals at the top level.
std::vector<VisitGames> VisitsAndPoints(const PlayedGames& games, const StudyPlan& plan) {
  std::map<std::tuple<int, int, int, int>, VisitGames> cells;  // by levels and seeds
  for (const PlayedGame& game : games.all()) {
    const StudyPairing& pairing = *game.pairing;
    const bool equal = IsMain(pairing, plan);
    if (pairing.purpose != Purpose::kHandicap && !equal) continue;
    VisitGames& cell = cells[{game.attackers.level, game.defenders.level, game.attackers.seed,
                              game.defenders.seed}];
    cell.attackers_visits = SearchAt(game.attackers.level, pairing.family);
    cell.defenders_visits = SearchAt(game.defenders.level, pairing.family);
    cell.points += AttackersPoints(game.facts.result);
    ++cell.games;
  }
  std::vector<VisitGames> list;
  for (const auto& [key, cell] : cells) list.push_back(cell);
  return list;
}

}  // namespace

double SearchAt(int level, const std::string& family) {
  return family == "alphabeta" ? std::exp2(level) : level;
}

std::optional<Handicap> HandicapOf(const PlayedGames& games, const StudyPlan& plan) {
  constexpr double kMostFactor = 64;
  const bool has_games = std::ranges::any_of(games.all(), [](const PlayedGame& game) {
    return game.pairing->purpose == Purpose::kHandicap;
  });
  if (!has_games) return std::nullopt;
  const Handicap handicap =
      FairHandicap(VisitsAndPoints(games, plan), SearchAt(TopLevelOf(plan), MainFamilyOf(plan)));
  return handicap.factor <= kMostFactor ? std::optional(handicap) : std::nullopt;
}

std::optional<double> ScoreOfTwiceTheSearch(const PlayedGames& games) {
  double points = 0, count = 0, doublings = 0;
  for (const PlayedGame& game : games.all()) {
    if (game.pairing->purpose != Purpose::kHandicap) continue;
    const double of_attackers = AttackersPoints(game.facts.result);
    points += game.attackers.level > game.defenders.level ? of_attackers : 1 - of_attackers;
    ++count;
    doublings = std::log2(SearchAt(game.pairing->a.level, game.pairing->family) /
                          SearchAt(game.pairing->b.level, game.pairing->family));
  }
  if (count == 0 || doublings <= 0) return std::nullopt;
  const double smoothed = (points + 0.5) / (count + 1);
  return ChanceOfLogit(Logit(smoothed) / doublings);
}

std::optional<FairBid> BidOf(const PlayedGames& games) {
  std::map<int, BidGames> bids;
  for (const PlayedGame& game : games.all()) {
    if (game.pairing->purpose != Purpose::kBid) continue;
    BidGames& bid = bids[game.pairing->turns];
    bid.limit = game.pairing->turns;
    bid.points += AttackersPoints(game.facts.result);
    ++bid.games;
  }
  if (bids.size() < 2) return std::nullopt;
  std::vector<BidGames> list;
  for (const auto& [turns, bid] : bids) list.push_back(bid);
  const FairBid bid = EstimateFairBid(list);
  const bool is_within = 2 * bid.turns >= list.front().limit && bid.turns <= 2 * list.back().limit;
  return is_within ? std::optional(bid) : std::nullopt;
}

}  // namespace raichi
