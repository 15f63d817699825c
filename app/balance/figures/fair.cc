#include "app/balance/figures/fair.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "base/logit.h"

namespace raichi {
namespace {

/// Sums of some games. A game that repeats another tells nothing new, so the sums count as those of
/// as many games as have different moves.
class DistinctGames {
 public:
  void Add(const PlayedGame& game) {
    points_ += AttackersPoints(game.facts.result);
    ++games_;
    lines_.insert(game.line);
  }
  double games() const { return static_cast<double>(lines_.size()); }
  double points() const { return points_ / games_ * games(); }

 private:
  double points_ = 0, games_ = 0;
  std::set<uint32_t> lines_;
};

/// The games with unequal searches, and those between equals at the top level.
std::vector<VisitGames> VisitsAndPoints(const PlayedGames& games, const StudyPlan& plan) {
  std::map<std::tuple<int, int, int, int>, DistinctGames> cells;  // by levels and seeds
  for (const PlayedGame& game : games.all()) {
    const StudyPairing& pairing = *game.pairing;
    const bool equal = IsMain(pairing, plan);
    if (pairing.purpose != Purpose::kHandicap && !equal) continue;
    cells[{game.attackers.level, game.defenders.level, game.attackers.seed, game.defenders.seed}]
        .Add(game);
  }
  const std::string family = MainFamilyOf(plan);
  std::vector<VisitGames> list;
  for (const auto& [key, cell] : cells) {
    list.push_back({.attackers_visits = SearchAt(std::get<0>(key), family),
                    .defenders_visits = SearchAt(std::get<1>(key), family),
                    .points = cell.points(),
                    .games = cell.games()});
  }
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
  std::map<std::tuple<int, int, int>, DistinctGames> cells;  // by limit and seeds
  for (const PlayedGame& game : games.all()) {
    if (game.pairing->purpose != Purpose::kBid) continue;
    cells[{game.pairing->turns, game.attackers.seed, game.defenders.seed}].Add(game);
  }
  std::map<int, BidGames> bids;
  for (const auto& [key, games_of_cell] : cells) {
    BidGames& bid = bids[std::get<0>(key)];
    bid.limit = std::get<0>(key);
    bid.points += games_of_cell.points();
    bid.games += games_of_cell.games();
  }
  if (bids.size() < 2) return std::nullopt;
  std::vector<BidGames> list;
  for (const auto& [turns, bid] : bids) list.push_back(bid);
  const FairBid bid = EstimateFairBid(list);
  const bool is_within = 2 * bid.turns >= list.front().limit && bid.turns <= 2 * list.back().limit;
  return is_within ? std::optional(bid) : std::nullopt;
}

}  // namespace raichi
