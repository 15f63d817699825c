#pragma once

#include "app/balance/study/study.h"
#include "console/output.h"

namespace raichi {

/// Returns up to two main games of a rule set for the replay board (app/report/replay.h): one that
/// the attackers won and one that the defenders won, each the first whose length is nearest to the
/// median among the games of its kind.
Json SampleGamesOf(const Study& study, size_t rules);

}  // namespace raichi
