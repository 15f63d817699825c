#include "app/balance/figures/figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include "rules/notation.h"
#include "selfplay/balance/logit.h"

namespace raichi {
namespace {

/// The games of a rule set, and what the study asks of them.
class Measurement {
 public:
  Measurement(const Study& study, size_t rules, const PlayedGames& games)
      : plan_(study.plan()),
        rules_(rules),
        games_(games),
        family_(MainFamilyOf(plan_)),
        top_(TopLevelOf(plan_)),
        seeds_(SeedsOf(plan_)) {}

  std::optional<RulesFigures> Run() const {
    const CrossPlay main = Main();
    if (main.games.empty()) return std::nullopt;
    RulesFigures figures;
    figures.rules = rules_;
    figures.main = LevelOf(family_, top_, Treatment::kSetup, main);
    figures.logit = EstimateLogitMean(main);
    figures.levels = Levels();
    figures.slope = Slope(figures.logit);
    figures.handicap = FindHandicap();
    figures.bid = FindBid();
    figures.character = Character();
    figures.first_moves = Openings();
    figures.verdict = Judge(figures.main.score, figures.slope);
    return figures;
  }

 private:
  CrossPlay Main() const { return games_.Equals(family_, top_, Treatment::kSetup, seeds_); }

  static LevelFigure LevelOf(const std::string& family, int level, Treatment treatment,
                             const CrossPlay& play) {
    return {family, level, treatment, play.Total(), EstimateScore(play)};
  }

  int SeedsOfFamily(const std::string& family) const { return family == "network" ? seeds_ : 1; }

  std::vector<LevelFigure> Levels() const {
    std::set<std::tuple<std::string, int, Treatment>> levels;
    for (const PlayedGame& game : games_.all()) {
      const StudyPairing& pairing = *game.pairing;
      if (pairing.purpose != Purpose::kLevel) continue;
      levels.insert({pairing.family, pairing.a.level, pairing.treatment});
    }
    std::vector<LevelFigure> figures;
    for (const auto& [family, level, treatment] : levels) {
      figures.push_back(LevelOf(family, level, treatment,
                                games_.Equals(family, level, treatment, SeedsOfFamily(family))));
    }
    return figures;
  }

  /// Returns the main family's strongest level below the top that has games; 0 if there is none.
  int LevelBelowTop() const {
    int below = 0;
    for (const PlayedGame& game : games_.all()) {
      const StudyPairing& pairing = *game.pairing;
      const bool fits = pairing.purpose == Purpose::kLevel && pairing.family == family_;
      if (fits && pairing.a.level < top_) below = std::max(below, pairing.a.level);
    }
    return below;
  }

  /// How much the main family searches at a level. A ply of alpha-beta counts as a doubling.
  double SearchAt(int level) const { return family_ == "alphabeta" ? std::exp2(level) : level; }

  std::optional<Contrast> Slope(const LogitMean& top) const {
    const int below = LevelBelowTop();
    if (below == 0) return std::nullopt;
    const std::array<LogitMean, 2> cells = {
        top, EstimateLogitMean(games_.Equals(family_, below, Treatment::kSetup, seeds_))};
    const double doublings = std::log2(SearchAt(top_) / SearchAt(below));
    const std::array<double, 2> weights = {1 / doublings, -1 / doublings};
    return Combine(cells, weights);
  }

  /// The games with unequal searches, and those between equals at the top level.
  std::vector<VisitGames> VisitsAndPoints() const {
    std::map<std::tuple<int, int, int, int>, VisitGames> cells;  // by levels and seeds
    for (const PlayedGame& game : games_.all()) {
      const StudyPairing& pairing = *game.pairing;
      const bool equal = IsMain(pairing, plan_);
      if (pairing.purpose != Purpose::kHandicap && !equal) continue;
      VisitGames& cell = cells[{game.attackers.level, game.defenders.level, game.attackers.seed,
                                game.defenders.seed}];
      cell.attackers_visits = SearchAt(game.attackers.level);
      cell.defenders_visits = SearchAt(game.defenders.level);
      cell.points += AttackersPoints(game.facts.result);
      ++cell.games;
    }
    std::vector<VisitGames> list;
    for (const auto& [key, cell] : cells) list.push_back(cell);
    return list;
  }

  bool HasPurpose(Purpose purpose) const {
    return std::ranges::any_of(games_.all(), [purpose](const PlayedGame& game) {
      return game.pairing->purpose == purpose;
    });
  }

  std::optional<Handicap> FindHandicap() const {
    constexpr double kMostFactor = 64;  // more is an extrapolation that nobody should trust
    if (!HasPurpose(Purpose::kHandicap)) return std::nullopt;
    const Handicap handicap = FairHandicap(VisitsAndPoints(), SearchAt(top_));
    return handicap.factor <= kMostFactor ? std::optional(handicap) : std::nullopt;
  }

  std::optional<FairBid> FindBid() const {
    std::map<int, BidGames> bids;
    for (const PlayedGame& game : games_.all()) {
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
    const bool is_within =
        2 * bid.turns >= list.front().limit && bid.turns <= 2 * list.back().limit;
    return is_within ? std::optional(bid) : std::nullopt;
  }

  CharacterFigure Character() const {
    CharacterFigure character;
    double count = 0, squares = 0;
    std::map<Move, double> first_moves;
    for (const PlayedGame& game : games_.all()) {
      if (!IsMain(*game.pairing, plan_)) continue;
      const GameFacts& facts = game.facts;
      ++count;
      character.plies += facts.plies;
      squares += static_cast<double>(facts.plies) * facts.plies;
      character.drama += facts.drama;
      character.lead_changes += facts.lead_changes;
      ++character.reasons[std::string(ToString(facts.reason))];
      ++first_moves[facts.first_move];
    }
    character.plies /= count;
    character.plies_deviation =
        std::sqrt(std::max(0.0, squares / count - character.plies * character.plies));
    character.drama /= count;
    character.lead_changes /= count;
    for (auto& [reason, share] : character.reasons) share /= count;
    double entropy = 0;
    for (const auto& [move, games] : first_moves)
      entropy -= games / count * std::log(games / count);
    character.effective_first_moves = std::exp(entropy);
    character.twice = ScoreOfTwiceTheSearch();
    return character;
  }

  /// The score of the stronger searches in the handicap games, as if they had twice the visits.
  std::optional<double> ScoreOfTwiceTheSearch() const {
    double points = 0, games = 0, doublings = 0;
    for (const PlayedGame& game : games_.all()) {
      if (game.pairing->purpose != Purpose::kHandicap) continue;
      const double of_attackers = AttackersPoints(game.facts.result);
      points += game.attackers.level > game.defenders.level ? of_attackers : 1 - of_attackers;
      ++games;
      doublings = std::log2(SearchAt(game.pairing->a.level) / SearchAt(game.pairing->b.level));
    }
    if (games == 0 || doublings <= 0) return std::nullopt;
    const double smoothed = (points + 0.5) / (games + 1);
    return ChanceOfLogit(Logit(smoothed) / doublings);
  }

  /// First moves that are played in at least one game of fifty, or that were forced.
  std::vector<FirstMoveFigure> Openings() const {
    std::map<Move, CrossPlay> forced, chosen;
    double total = 0;
    for (const PlayedGame& game : games_.all()) {
      const StudyPairing& pairing = *game.pairing;
      const bool is_forced = pairing.treatment == Treatment::kFirstMoves;
      if (!is_forced && !IsMain(*game.pairing, plan_)) continue;
      total += is_forced ? 0 : 1;
      CrossPlay& play = (is_forced ? forced : chosen)[game.facts.first_move];
      play.seeds = seeds_;
      play.games.push_back(
          {game.attackers.seed, game.defenders.seed, game.opening, game.facts.result});
    }
    constexpr double kLeastShare = 0.02;
    std::map<Move, CrossPlay> shown = forced;
    for (const auto& [move, play] : chosen) {
      const double share = static_cast<double>(play.games.size()) / total;
      if (forced.contains(move) || share >= kLeastShare) {
        CrossPlay& all = shown[move];
        all.seeds = seeds_;
        all.games.insert(all.games.end(), play.games.begin(), play.games.end());
      }
    }
    std::vector<FirstMoveFigure> figures;
    for (const auto& [move, play] : shown) {
      const double share = static_cast<double>(chosen[move].games.size()) / total;
      figures.push_back({move, share, play.games.size(), EstimateScore(play)});
    }
    std::ranges::stable_sort(figures, std::ranges::greater(), &FirstMoveFigure::share);
    return figures;
  }

  const StudyPlan& plan_;
  const size_t rules_;
  const PlayedGames& games_;
  const std::string family_;
  const int top_, seeds_;
};

}  // namespace

std::optional<RulesFigures> Measure(const Study& study, size_t rules, const PlayedGames& games) {
  return Measurement(study, rules, games).Run();
}

}  // namespace raichi
