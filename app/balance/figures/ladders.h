#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/balance/figures/figures.h"
#include "console/output.h"
#include "stats/balance/ladder.h"

namespace raichi {

/// The main games of a rule set at each level of the main family, from the weakest: what a curve is
/// fitted to. Their means are the logits of the scores, as the figures show them.
std::vector<LadderLevel> LadderLevelsOf(const PlayedGames& games, const StudyPlan& plan);

/// Fits a curve to each rule set with at least three levels (stats/balance/ladder.h).
void FitLadders(std::map<size_t, RulesFigures>* figures);

/// {shape, text, level, score, low, high, trend, even, forecast, curve}, as write_page.h describes.
Json LadderToJson(const LadderFit& ladder, const std::string& family);

}  // namespace raichi
