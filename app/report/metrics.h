#pragma once

#include <exception>
#include <string>
#include <vector>

#include "base/json.h"
#include "console/output.h"
#include "stats/ratings/match_result.h"

namespace raichi {

/// Runs `part` of making a report. An exception is added to `warnings` and goes no further.
template <typename Part>
void TryPart(std::vector<std::string>* warnings, const Part& part) {
  try {
    ReadJson("metrics/progress.jsonl: a line ", part);  // which nobody checked
  } catch (const std::exception& error) {
    warnings->emplace_back(error.what());
  }
}

/// A number for the report: exact if it is whole, else with six significant digits; null if it is
/// not finite.
Json ReportNumber(double value);

/// The number of positions that the network had evaluated in self-play after each iteration. Here
/// and below, `lines` are those of metrics/progress.jsonl.
std::vector<double> EvaluationsSoFar(const std::vector<Json>& lines);
/// The number of samples that training had used after each iteration.
std::vector<double> SamplesSoFar(const std::vector<Json>& lines);

/// The lines as columns, `{"seconds":[…],"selfplay/plies":[…],…}`, with one row per iteration and
/// the additional columns `evaluations` and `samples` (EvaluationsSoFar, SamplesSoFar). Where a
/// line has no such number, the column has null. With more than `most_rows` iterations, several
/// consecutive ones share a row: it has their means, or the last value of running totals.
/// `iterations_per_row` says how many.
Json ProgressColumns(const std::vector<Json>& lines, size_t most_rows);

/// The strength of a run's models, computed from its results. `opponents` are the fixed players,
/// `lines` are those of metrics/progress.jsonl. Null if there are no results.
///
///   anchor  the player whose rating is 0; empty if nobody can be rated yet
///   models  [{model, elo, error, seconds, games, evaluations, samples, results}], ascending;
///           results are [{opponent, rules, attackers: {wins, draws, losses}, defenders}]
///   fixed   [{player, elo, error}], best first
///   sides   [{rules, attackers_advantage, slope, informative_games, levels}]: how balanced each
///           rule set is, as ToJson(SideTerm) describes it
///   rules   [{rules, models: [{model, elo, error}], fixed}]: the ratings by the results under each
///           rule set alone, if there are several
Json EvaluationSummary(const std::vector<MatchResult>& results,
                       const std::vector<std::string>& opponents, const std::vector<Json>& lines);

}  // namespace raichi
