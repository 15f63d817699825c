#pragma once

#include <CLI/CLI.hpp>

#include "app/matches/match_runs.h"

namespace raichi {

/// Adds the options that `match` and `rate` share.
void AddMatchOptions(CLI::App& command, MatchArguments* arguments);

}  // namespace raichi
