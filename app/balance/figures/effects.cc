#include "app/balance/figures/effects.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "base/numbers.h"
#include "stats/balance/effects.h"
#include "stats/balance/intervals.h"

namespace raichi {
namespace {

using Figures = std::map<size_t, RulesFigures>;

/// Differences between two rule sets, and the same on the logit scale.
struct Differences {
  std::vector<StudyEffect> effects;
  std::vector<LogitMean> logits;
};

void AddDifference(const StudyDesign& design, const Figures& figures, const std::string& kind,
                   size_t from_rules, const StudyDesign::Place& place, Differences* differences) {
  const auto from = figures.find(from_rules), to = figures.find(place.rules);
  if (from == figures.end() || to == figures.end() || from == to) return;
  const std::array<LogitMean, 2> cells = {to->second.logit, from->second.logit};
  constexpr std::array<double, 2> kWeights = {1, -1};
  StudyEffect effect;
  effect.kind = kind;
  effect.label = place.label;
  effect.from = design.rules[from_rules].word;
  effect.to = design.rules[place.rules].word;
  const ScoreEstimate &after = to->second.main.score, &before = from->second.main.score;
  effect.points = after.score - before.score;
  if (after.by_seed.size() > 1) {
    std::ranges::transform(after.by_seed, before.by_seed, std::back_inserter(effect.points_by_seed),
                           std::minus());
  }
  differences->effects.push_back(std::move(effect));
  differences->logits.push_back(WeightedSum(cells, kWeights));
}

void AddFactorial(const Study& study, const Figures& figures, std::vector<StudyEffect>* effects) {
  std::vector<FactorialCell> cells;
  for (const StudyDesign::Cell& cell : study.design().cells) {
    const auto found = figures.find(cell.rules);
    if (found == figures.end()) return;
    cells.push_back({cell.signs, found->second.logit});
  }
  if (cells.empty()) return;
  const std::vector<NamedTexts>& factors = study.plan().factorial.factors;
  for (const FactorialEffect& estimate : EstimateEffects(cells)) {
    StudyEffect effect;
    effect.kind = estimate.factors.size() == 1 ? "main" : "interaction";
    for (const size_t factor : estimate.factors) {
      effect.factors.push_back(factors[factor].name);
      effect.label += (effect.label.empty() ? "" : " × ") + factors[factor].name;
    }
    if (effect.kind == "main") {
      effect.from = factors[estimate.factors[0]].texts[0];
      effect.to = factors[estimate.factors[0]].texts[1];
    }
    effect.contrast = estimate.contrast;
    effects->push_back(std::move(effect));
  }
}

/// Adjusts the p values of each family of comparisons, which is a kind of effect.
void AdjustForTheirNumber(std::vector<StudyEffect>* effects) {
  std::map<std::string, std::vector<StudyEffect*>> families;
  for (StudyEffect& effect : *effects) families[effect.kind].push_back(&effect);
  for (const auto& [kind, family] : families) {
    std::vector<double> p;
    for (const StudyEffect* effect : family) p.push_back(effect->contrast.p);
    const std::vector<double> adjusted = HolmAdjust(p);
    for (size_t i = 0; i < family.size(); ++i) family[i]->holm = adjusted[i];
  }
}

}  // namespace

std::vector<StudyEffect> EffectsOf(const Study& study, const Figures& figures) {
  const StudyDesign& design = study.design();
  Differences differences;
  for (const StudyDesign::Place& change : design.changes) {
    AddDifference(design, figures, "change", design.change_base, change, &differences);
  }
  for (size_t i = 1; i < design.path.size(); ++i) {
    AddDifference(design, figures, "path", design.path[i - 1].rules, design.path[i], &differences);
  }
  std::vector<StudyEffect>& effects = differences.effects;
  const SeedPrior prior = PoolSeeds(differences.logits);
  for (size_t i = 0; i < effects.size(); ++i) {
    effects[i].contrast = IntervalOf(differences.logits[i], prior);
  }
  AddFactorial(study, figures, &effects);
  AdjustForTheirNumber(&effects);
  return effects;
}

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
