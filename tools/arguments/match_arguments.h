#pragma once

#include "app/matches/match_runs.h"
#include "tools/arguments/arguments.h"

namespace raichi {

/// Options of a command that it asks whether they are given.
struct SharedMatchOptions {
  Option rules, opening_plies;
  SearchOptions search;
};

/// Adds the options that `match` and `rate` share.
SharedMatchOptions AddMatchOptions(Command command, MatchArguments* arguments);

}  // namespace raichi
