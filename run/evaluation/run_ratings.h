#pragma once

#include <string>
#include <vector>

#include "selfplay/ratings/ratings.h"

namespace raichi {

/// Returns the results of the players that a chain of games connects with the last of the run's
/// fixed opponents that has results. Other players cannot be rated, because their evaluation ended
/// before they met that opponent or because an earlier start had other opponents.
std::vector<MatchResult> RatedResults(std::vector<MatchResult> results,
                                      const std::vector<std::string>& opponents);
/// Rates the players of RatedResults relative to that opponent.
RatingTable RateResults(const std::vector<MatchResult>& results,
                        const std::vector<std::string>& opponents);
/// Returns the results with `player` as `a`, summed for each opponent and rule set.
std::vector<MatchResult> SumResultsOf(const std::vector<MatchResult>& results,
                                      const std::string& player);

}  // namespace raichi
