#pragma once

#include <optional>
#include <string>
#include <vector>

#include "stats/balance/contrast.h"
#include "stats/balance/cross_play.h"

namespace raichi {

/// The balance of a rule set between equal players. All shares are between 0 and 1.
struct ScoreEstimate {
  /// The attackers' score: the mean over the ordered pairs of seeds that played of the pair's
  /// points per game, with the bounds of its interval.
  double score = 0;
  double low = 0;
  double high = 0;
  /// The share of draws, likewise a mean over pairs.
  double draws = 0;
  /// The standard deviation between seeds of the attackers' score of a seed against itself, as far
  /// as the seeds differ by more than the chance of the games explains (on the logit scale,
  /// VarianceBetweenSeeds). With one seed 0, which means unknown.
  double seed_spread = 0;
  /// For each seed, the mean of the attackers' scores when it attacks and when it defends, against
  /// all seeds; NaN for a seed without games on one of the sides. It holds half of what the seed
  /// alone would differ by from the mean, and seeds share games, so their spread is no standard
  /// error of the mean; that is IntervalOf's (contrast.h).
  std::vector<double> by_seed;
  /// The same games on the logit scale, around the logit of the score with half a game added each
  /// way; nothing if all games have one result.
  std::optional<LogitMean> logit;
};

/// Estimates the attackers' score and the share of draws. There must be a game. The score's
/// interval is that of IntervalOf for games, openings and seeds on the logit scale, transformed
/// back around the logit of the share with half a game added each way. With `prior` the variance of
/// the seeds is moderated by that of other rule sets (PoolSeeds).
///
/// Simulated studies of 200 to 1,000 games by 3 to 10 seeds have the truth in 93 to 98 % of these
/// intervals with a prior (tests/stats/balance/coverage_test.cc prints the table). The wider at
/// each end of this interval without a prior and a bootstrap of openings and games had it in 97
/// to 99.8 %.
///
/// If all games have the same result, the other bound is the exact one of Clopper and Pearson
/// (1934), alpha/2 to the power 1/n. There n counts openings and not games: nothing tells then how
/// much alike the games of an opening are. The interval reaches the 0 or 1 itself; if all games are
/// drawn, it leaves to either side what the exact bound leaves to decided games.
ScoreEstimate EstimateScore(const CrossPlay& play, const SeedPrior& prior = {},
                            double level = 0.95);

/// Computes interval and spread of an estimate anew with a prior.
void Moderate(const SeedPrior& prior, ScoreEstimate* estimate, double level = 0.95);

/// What a study says of a rule set in one word.
enum class Verdict { kBalanced, kLopsided, kLeans, kUndecided };

/// Returns whether the interval of the attackers' score is within 45 to 55 %.
bool WithinEven(const ScoreEstimate& estimate);

/// Judges the interval of the attackers' score. The first of these that holds:
///  - balanced: WithinEven, and the interval of `slope` contains 0;
///  - lopsided: the interval is entirely below 25 % or above 75 %;
///  - leans: the interval does not contain 50 %;
///  - undecided: otherwise.
/// `slope` is the change of the score, in logits, with each of the last doublings of the players'
/// strength. Without it nothing is known against balance.
Verdict Judge(const ScoreEstimate& estimate, const std::optional<Contrast>& slope = std::nullopt);

/// Returns the name: "balanced", "lopsided", "leans" or "undecided".
std::string ToString(Verdict verdict);
/// Returns the verdict with the side it favours, which is the attackers' if `score` is above 1/2:
/// "balanced", "lopsided for the attackers", "leans to the defenders" or "undecided".
std::string VerdictText(Verdict verdict, double score);

}  // namespace raichi
