#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/balance/figures/figures.h"

namespace raichi {

/// Returns sentences about what weakens the figures of a study: missing games, a single training
/// seed, models that were not trained on the rules, and rule sets whose games are all alike, have
/// few openings or are missing.
std::vector<std::string> WarningsOf(const Study& study,
                                    const std::map<size_t, RulesFigures>& figures);

}  // namespace raichi
