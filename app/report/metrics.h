#pragma once

#include <string>
#include <vector>

#include "console/output.h"

namespace raichi {

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

}  // namespace raichi
