#pragma once

#include <string>
#include <vector>

#include "console/output.h"

namespace raichi {

/// A number as a report holds it: whole, or with six digits; null if it is not finite.
Json ReportNumber(double value);

/// Positions that the network evaluated in self-play, up to and with each iteration. `lines` here
/// and below are those of metrics/progress.jsonl.
std::vector<double> EvaluationsSoFar(const std::vector<Json>& lines);

/// The lines as columns, `{"seconds":[…],"selfplay/plies":[…],…}`, one
/// row per iteration, with `evaluations`, the network evaluations so far. Of more than `most_rows`
/// iterations as many as needed share a row: its numbers are their means, but those that count up
/// are the last's. `iterations_per_row` says how many. Null where a line has no such number.
Json ProgressColumns(const std::vector<Json>& lines, size_t most_rows);

}  // namespace raichi
