#include "app/balance/figures/figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include "app/balance/figures/fair.h"

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
    figures.slope = SlopeOf(figures.logit);
    figures.handicap = HandicapOf(games_, plan_);
    figures.bid = BidOf(games_);
    figures.sandwich = SandwichOf(games_);
    figures.character = CharacterOf(games_, plan_);
    figures.first_moves = FirstMovesOf(games_, plan_);
    figures.verdict = Judge(figures.main.score,
                            figures.slope ? std::optional(figures.slope->logits) : std::nullopt);
    return figures;
  }

 private:
  CrossPlay Main() const { return games_.Equals(family_, top_, Treatment::kSetup, seeds_); }

  static LevelFigure LevelOf(const std::string& family, int level, Treatment treatment,
                             const CrossPlay& play) {
    const size_t openings = play.has_one_opening ? 1 : PairTable(play).openings;
    return {family, level, treatment, play.Total(), openings, EstimateScore(play)};
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

  std::optional<Slope> SlopeOf(const LogitMean& top) const {
    const int below = LevelBelowTop();
    if (below == 0) return std::nullopt;
    const std::array<LogitMean, 2> cells = {
        top, EstimateLogitMean(games_.Equals(family_, below, Treatment::kSetup, seeds_))};
    const double doublings = std::log2(SearchAt(top_, family_) / SearchAt(below, family_));
    const std::array<double, 2> weights = {1 / doublings, -1 / doublings};
    return Slope{doublings, Combine(cells, weights)};
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
