#pragma once

#include "run/evaluation/evaluation.h"

namespace raichi {

/// The results of a run's evaluations on standard output: the ratings of all players, and the
/// results of one model against its opponents. Prints nothing before the first match.

void PrintRunRatings(const RunEvaluator& evaluator, int model);
/// The same as JSON lines.
void PrintRunRatingsJson(const RunEvaluator& evaluator, int model);

}  // namespace raichi
