#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/ablate/runs.h"
#include "console/interrupt.h"
#include "console/output.h"
#include "stats/ratings/ratings.h"

namespace raichi {

/// A weighted sum of ratings, as the weight of each player.
using RatingSum = std::map<std::string, double>;

/// The mean over seeds of a quantity that each seed gives once, such as a rating or a difference of
/// two, with half the width of its 95 % interval. With one seed it counts the chance of the games,
/// 1.96 standard errors. With more it is the wider of two:
///  1. 1.96 standard errors of the games and of the spread between seeds, as far as the measured
///     spread exceeds the one that the games alone would cause (method of moments, DerSimonian and
///     Laird 1986).
///  2. Student's interval of the measured spread, with one degree of freedom less than seeds, and
///     the chance of what all seeds share, such as the anchor of the ratings.
/// If seeds differ much, the first alone would hold the truth in only 70 % of the cases with two
/// seeds, in 81 % with three and in 88 % with five; the wider of both holds it in 95 to 99 %
/// (simulated). `per_seed` must not be empty.
EloWithError MeanOverSeeds(const RatingTable& table, const std::vector<RatingSum>& per_seed);

/// The differences of all variants to the first, with what they say about the spread.
struct SeedDifferences {
  std::vector<EloWithError> differences;  // by variant, from the second on; see `level`
  std::vector<double> p;                  // two-sided, of each
  /// The standard deviation of a run's value from that of its variant and seed, in Elo; the chance
  /// of the games is part of it.
  double spread = 0;
  int degrees = 0;  // of freedom of the spread
};

/// The values of all variants (rows) and seeds (columns).
using SeedValues = std::vector<std::vector<double>>;

/// The differences of all variants to the first in numbers that no chance of games is known of,
/// such as shares of right answers.
struct NumberDifferences {
  std::vector<double> differences, p;  // as in SeedDifferences
  double error = 0;                    // of each difference
};
/// Compares as CompareOverSeeds does, by the spread alone.
NumberDifferences CompareNumbers(const SeedValues& values, double level);

/// Compares variants over seeds, which are blocks: `values[v][s]` is the quantity of variant v with
/// seed s. Every variant has the same seeds, at least two, and there are at least two variants. The
/// spread is pooled over all variants: the root of the mean squared residual of value = variant +
/// seed, with (variants - 1)(seeds - 1) degrees of freedom. Errors are half of Student's interval
/// that leaves out `level` (0.05: of 95 %), and at least that of the chance of the games.
SeedDifferences CompareOverSeeds(const RatingTable& table,
                                 const std::vector<std::vector<RatingSum>>& values, double level);

/// What is asked of the models of an end point without games, by name:
///  - `signs`, `kept`: of the positions of the shipped truth set under the configuration's rules
///    (docs/truth.md), how often the network alone names the winner, and in what share of the won
///    ones a search of 16 visits keeps the win;
///  - `policy`, `value`: how far the network alone is from games of strong play (prediction.h),
///    the cross-entropy of the policy in nats and the mean squared error of the value.
using Scores = std::map<std::string, double>;

/// A model of a run's end point.
struct ScoredModel {
  double share = 1;  // of its run's models that are made by then
  Scores scores;
};

/// By run (AblateRun::name).
using ScoresOfRuns = std::map<std::string, std::vector<ScoredModel>>;

/// Asks the models of the runs' end points. Answers are kept in DIR/scores.jsonl, and nothing is
/// asked twice. Leaves out what there are no positions of; lacks runs if it was interrupted.
ScoresOfRuns MeasureScores(const Ablation& ablation, const std::vector<AblateRun>& runs,
                           const Interrupt& interrupt, Progress* progress);

}  // namespace raichi
