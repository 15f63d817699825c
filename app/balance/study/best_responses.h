#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "app/balance/study/study.h"
#include "console/progress.h"

namespace raichi {

/// Approximate best responses to the study's first model, for the rule sets of `plan.sandwiches`:
/// two runs for each begin with that model and learn to beat it as one side, while it plays the
/// other side and learns nothing (`selfplay.past_models`). Timbers et al. (2022), "Approximate
/// exploitability: Learning a best response", measure players of other games in this way.

/// How the runs use this machine: changes of their configuration, as in `workers.workers=2`.
using RunChanges = std::vector<std::string>;

/// Returns the arguments of `raichi` that begin the run which learns to play `side` under a rule
/// set. Its full searches have twice the visits of the study's top level, its other searches and
/// those of the frozen model as many.
std::vector<std::string> BestResponseArguments(const Study& study, size_t rules, Side side);

/// Trains what is missing, one run after another, unless the games that need it are played. Returns
/// false if it was stopped; the next call continues. Throws Error if a run fails, or if the model
/// of a run is no longer the one that it ended with, because its games would be mixed with others.
bool TrainBestResponses(const Study& study, const RunChanges& changes, const std::stop_token& stop,
                        Progress* progress);

}  // namespace raichi
