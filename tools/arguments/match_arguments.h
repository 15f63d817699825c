#pragma once

#include "app/matches/match_runs.h"
#include "tools/options/options.h"

namespace raichi {

/// Adds the options that `match` and `rate` share.
/// Returns `--rules`.
Option AddMatchOptions(Command command, MatchArguments* arguments);

}  // namespace raichi
