#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/balance/figures/figures.h"
#include "app/balance/study/study.h"
#include "console/output.h"

namespace raichi {

/// Returns sentences about what weakens the figures of a study: missing games, a single training
/// seed, models that were not trained on the rules, and rule sets whose games are all alike, have
/// few openings or are missing.
std::vector<std::string> WarningsOf(const Study& study,
                                    const std::map<size_t, RulesFigures>& figures);

/// Everything that a study has found so far, as its page and tables show it (docs/balance.md).
/// Rule sets without games are left out. Shares are between 0 and 1. If `record` is not null, adds
/// all games to it. If the study is a record (Study::IsRecord), there are no sample games and no
/// map, which need moves; what the folder's balance.json has of them stays.
Json StudyToJson(const Study& study, GamesRecord* record = nullptr);

}  // namespace raichi
