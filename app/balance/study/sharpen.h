#pragma once

#include <string>
#include <vector>

#include "app/balance/study/study.h"
#include "console/progress.h"

namespace raichi {

/// The two runs for each rule set of `plan.sandwiches` that begin with the study's first model and
/// learn to beat it as one side, while it plays the other side and learns nothing
/// (`selfplay.past_models`): best replies, as far as they were found.

/// Returns the arguments of `raichi` that train the best replies of `learner` under a rule set.
/// The frozen model searches as much in training as at the study's top level.
std::vector<std::string> SharpeningArguments(const Study& study, size_t rules, Side learner);

/// Trains what is missing, one run after another. Returns false if it was stopped; the next call
/// continues. Throws Error if a run fails.
bool SharpenPlayers(const Study& study, const std::stop_token& stop, Progress* progress);

}  // namespace raichi
