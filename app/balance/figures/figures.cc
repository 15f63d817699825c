#include "app/balance/figures/figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "app/balance/figures/effects.h"
#include "app/balance/figures/ladders.h"
#include "app/report/replay.h"
#include "rules/notation.h"
#include "selfplay/records/shard.h"

namespace raichi {
namespace {

/// Returns the games in which the best response of a side plays it.
CrossPlay GamesOf(const PlayedGames& games, Side side) {
  std::vector<const PlayedGame*> list;
  for (const PlayedGame& game : games.all()) {
    const StudyPlayer& player = side == Side::kAttackers ? game.attackers : game.defenders;
    if (player.best_response == side) list.push_back(&game);
  }
  return CrossPlayOf(std::move(list), 1);
}

}  // namespace

std::optional<Sandwich> SandwichOf(const PlayedGames& games) {
  const CrossPlay low = GamesOf(games, Side::kDefenders), high = GamesOf(games, Side::kAttackers);
  if (low.games.empty() || high.games.empty()) return std::nullopt;
  return Sandwich{.low = EstimateScore(low),
                  .high = EstimateScore(high),
                  .low_games = low.Total(),
                  .high_games = high.Total()};
}

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
    figures.main = LevelOf(family_, top_, plan_.main, main);
    figures.logit = EstimateLogitMean(main);
    figures.levels = Levels();
    figures.slope = SlopeOf(figures.logit);
    figures.ladder_levels = LadderLevelsOf(games_, plan_);
    figures.handicap = HandicapOf(games_, plan_);
    figures.bid = BidOf(games_);
    figures.sandwich = SandwichOf(games_);
    figures.character = CharacterOf(games_, plan_);
    figures.first_moves = FirstMovesOf(games_, plan_);
    return figures;
  }

 private:
  CrossPlay Main() const { return games_.Equals(family_, top_, plan_.main, seeds_); }

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
    const std::set<int> levels = games_.LevelsOf(family_, plan_.main);
    const auto top = levels.lower_bound(top_);
    return top == levels.begin() ? 0 : *std::prev(top);
  }

  std::optional<Slope> SlopeOf(const LogitMean& top) const {
    const int below = LevelBelowTop();
    if (below == 0) return std::nullopt;
    const std::array<LogitMean, 2> cells = {
        top, EstimateLogitMean(games_.Equals(family_, below, plan_.main, seeds_))};
    const double doublings = std::log2(SearchAt(top_, family_) / SearchAt(below, family_));
    const std::array<double, 2> weights = {1 / doublings, -1 / doublings};
    return Slope{doublings, WeightedSum(cells, weights), {}};
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

namespace {

/// Moderates estimates of one kind by each other.
void PoolScores(const std::vector<ScoreEstimate*>& scores) {
  std::vector<LogitMean> logits;
  for (const ScoreEstimate* score : scores) {
    if (score->logit) logits.push_back(*score->logit);
  }
  const SeedPrior prior = PoolSeeds(logits);
  for (ScoreEstimate* score : scores) Moderate(prior, score);
}

void PoolSlopes(std::map<size_t, RulesFigures>* figures) {
  std::vector<LogitMean> slopes;
  for (const auto& [rules, of_rules] : *figures) {
    if (of_rules.slope) slopes.push_back(of_rules.slope->mean);
  }
  const SeedPrior prior = PoolSeeds(slopes);
  for (auto& [rules, of_rules] : *figures) {
    if (of_rules.slope) of_rules.slope->logits = IntervalOf(of_rules.slope->mean, prior);
  }
}

}  // namespace

void PoolFigures(std::map<size_t, RulesFigures>* figures) {
  std::map<std::tuple<std::string, int, Treatment>, std::vector<ScoreEstimate*>> levels;
  std::vector<ScoreEstimate*> main, first_moves;
  for (auto& [rules, of_rules] : *figures) {
    main.push_back(&of_rules.main.score);
    for (LevelFigure& level : of_rules.levels) {
      levels[{level.family, level.level, level.treatment}].push_back(&level.score);
    }
    for (FirstMoveFigure& move : of_rules.first_moves) first_moves.push_back(&move.score);
  }
  PoolScores(main);
  PoolScores(first_moves);
  for (const auto& [level, scores] : levels) PoolScores(scores);
  PoolSlopes(figures);
  FitLadders(figures);
  for (auto& [rules, of_rules] : *figures) {
    const std::optional<Slope>& slope = of_rules.slope;
    of_rules.verdict =
        Judge(of_rules.main.score, slope ? std::optional(slope->logits) : std::nullopt);
  }
}

namespace {

/// Whether the players of a pairing, at the top level, choose their first moves.
bool IsFromSetup(const StudyPairing& pairing, const StudyPlan& plan) {
  return pairing.treatment == Treatment::kSetup && IsAtTop(pairing, plan);
}

/// exp of the entropy of the moves in nats; nothing if there are none.
std::optional<double> Effective(const std::map<Move, double>& counts) {
  double count = 0, entropy = 0;
  for (const auto& [move, of_move] : counts) count += of_move;
  for (const auto& [move, of_move] : counts) entropy -= of_move / count * std::log(of_move / count);
  return counts.empty() ? std::nullopt : std::optional(std::exp(entropy));
}

}  // namespace

CharacterFigure CharacterOf(const PlayedGames& games, const StudyPlan& plan) {
  CharacterFigure character;
  double count = 0, squares = 0;
  std::map<Move, double> first_moves;
  for (const PlayedGame& game : games.all()) {
    const GameFacts& facts = game.facts;
    if (IsFromSetup(*game.pairing, plan)) ++first_moves[facts.first_move];
    if (!IsMain(*game.pairing, plan)) continue;
    ++count;
    character.plies += facts.plies;
    squares += static_cast<double>(facts.plies) * facts.plies;
    character.drama += facts.drama;
    character.lead_changes += facts.lead_changes;
    ++character.reasons[std::string(ToString(facts.reason))];
  }
  character.plies /= count;
  character.plies_deviation =
      std::sqrt(std::max(0.0, squares / count - character.plies * character.plies));
  character.drama /= count;
  character.lead_changes /= count;
  for (auto& [reason, share] : character.reasons) share /= count;
  character.effective_first_moves = Effective(first_moves);
  character.twice = ScoreOfTwiceTheSearch(games);
  return character;
}

std::vector<FirstMoveFigure> FirstMovesOf(const PlayedGames& games, const StudyPlan& plan) {
  constexpr double kLeastShare = 0.02;
  struct OfMove {
    std::vector<const PlayedGame*> games;
    double chosen = 0;
    bool is_forced = false;
  };
  std::map<Move, OfMove> moves;
  double total = 0;
  for (const PlayedGame& game : games.all()) {
    const bool is_forced = game.pairing->treatment == Treatment::kFirstMoves;
    if (!is_forced && !IsFromSetup(*game.pairing, plan)) continue;
    OfMove& move = moves[game.facts.first_move];
    move.games.push_back(&game);
    if (is_forced) {
      move.is_forced = true;
    } else {
      ++move.chosen;
      ++total;
    }
  }
  std::vector<FirstMoveFigure> figures;
  for (const auto& [move, of_move] : moves) {
    const double share = of_move.chosen / total;
    if (!of_move.is_forced && share < kLeastShare) continue;
    const CrossPlay play = CrossPlayOf(of_move.games, SeedsOf(plan));
    figures.push_back({move, share, play.games.size(), EstimateScore(play)});
  }
  std::ranges::stable_sort(figures, std::ranges::greater(), &FirstMoveFigure::share);
  return figures;
}

namespace {

/// Returns the game whose length is nearest to the median; there must be one.
const GameRecord& MedianOf(const std::vector<GameRecord>& games) {
  std::vector<long> lengths;
  for (const GameRecord& game : games) lengths.push_back(static_cast<long>(game.turns.size()));
  std::ranges::nth_element(lengths,
                           lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2));
  const long median = lengths[lengths.size() / 2];
  return *std::ranges::min_element(games, {}, [median](const GameRecord& game) {
    return std::labs(static_cast<long>(game.turns.size()) - median);
  });
}

}  // namespace

Json SampleGamesOf(const Study& study, size_t rules) {
  std::vector<GameRecord> of_attackers, of_defenders;
  for (const StudyUnit& unit : study.DoneUnits(rules, 1)) {
    if (!IsMain(unit.pairing, study.plan())) continue;
    for (GameRecord& game : ReadShard(study.FileOf(unit))) {
      if (game.result == Result::kDraw) continue;
      (game.result == Result::kAttackersWin ? of_attackers : of_defenders)
          .push_back(std::move(game));
    }
  }
  Json samples = Json::array();
  for (const auto* games : {&of_attackers, &of_defenders}) {
    if (games->empty()) continue;
    samples.push_back(ReplayToJson({MedianOf(*games), study.design().rules[rules].rules}));
  }
  return samples;
}

}  // namespace raichi
