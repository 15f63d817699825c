#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/balance/study/facts.h"
#include "app/balance/study/study.h"
#include "console/output.h"
#include "stats/balance/bids.h"
#include "stats/balance/contrast.h"
#include "stats/balance/ladder.h"
#include "stats/balance/score_estimate.h"

namespace raichi {

/// What the attackers score if one side plays the approximate best response to the study's first
/// model that training found, and that model plays the other side (docs/balance.md, "Sandwiches").
struct Sandwich {
  /// The attackers' scores: of the model's against the best response of the defenders, and of the
  /// best response of the attackers. The value of the rules, for such players, lies between the
  /// two. The intervals count games and openings; each end rests on one training run.
  ScoreEstimate low, high;
  Tally low_games, high_games;  // of the attackers
};

/// Returns the sandwich of a rule set; nothing unless both kinds of games were played.
std::optional<Sandwich> SandwichOf(const PlayedGames& games);

/// The score of the attackers between equal players.
struct LevelFigure {
  std::string family;
  int level = 0;
  Treatment treatment = Treatment::kSetup;
  Tally games;          // of the attackers
  size_t openings = 0;  // different ones
  ScoreEstimate score;
};

/// How games go. The names are those of Ludii's metrics where it has them (docs/balance.md).
struct CharacterFigure {
  double plies = 0, plies_deviation = 0;
  std::map<std::string, double> reasons;        // share of games by reason of their end
  std::optional<double> effective_first_moves;  // exp of their entropy in nats, from the setup
  double drama = 0;
  double lead_changes = 0;
  std::optional<double> twice;  // score of a search against one with half its visits, both sides
};

/// How the score changes from the level below the top to the top.
struct Slope {
  double doublings = 1;  // of the search between the two levels
  LogitMean mean;        // of the change of the logit with each doubling
  Contrast logits;       // the same with its interval
};

struct FirstMoveFigure {
  Move move;
  double share = 0;  // of the games from the setup
  uint64_t games = 0;
  ScoreEstimate score;  // in games that begin with it
};

/// What a study found about one rule set.
struct RulesFigures {
  size_t rules = 0;
  LevelFigure main;                 // of the games of IsMain
  LogitMean logit;                  // of the same games
  std::vector<LevelFigure> levels;  // all levels and treatments, the main one included
  std::optional<Slope> slope;
  std::vector<LadderLevel> ladder_levels;  // LadderLevelsOf
  std::optional<LadderFit> ladder;
  std::optional<Handicap> handicap;
  std::optional<FairBid> bid;
  std::optional<Sandwich> sandwich;
  CharacterFigure character;
  std::vector<FirstMoveFigure> first_moves;
  Verdict verdict = Verdict::kUndecided;
};

/// The character of the main games; there must be one.
CharacterFigure CharacterOf(const PlayedGames& games, const StudyPlan& plan);
/// The first moves that are played in at least one game of fifty from the setup at the top level,
/// or that were forced, the most played first.
std::vector<FirstMoveFigure> FirstMovesOf(const PlayedGames& games, const StudyPlan& plan);

/// Computes the figures of a rule set from its games alone, without a verdict; nothing if there are
/// no main games yet.
std::optional<RulesFigures> Measure(const Study& study, size_t rules, const PlayedGames& games);

/// Computes the intervals of all rule sets of a study anew, with the variance of seeds pooled over
/// the rule sets within each family, level and treatment (PoolSeeds), fits their ladders, and
/// judges them.
void PoolFigures(std::map<size_t, RulesFigures>* figures);

/// Returns up to two main games of a rule set for the replay board (app/report/replay.h): one that
/// the attackers won and one that the defenders won, each the first whose length is nearest to the
/// median among the games of its kind.
Json SampleGamesOf(const Study& study, size_t rules);

}  // namespace raichi
