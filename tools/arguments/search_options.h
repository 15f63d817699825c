#pragma once

#include <string>

#include "run/players.h"
#include "tools/options/options.h"

namespace raichi {

struct SearchOptions {
  Option visits, time;
};

/// Adds the options that limit the searches of trained models: --visits, --move-time and
/// --in-flight.
SearchOptions AddSearchOptions(Command command, PlayerSettings* settings);

}  // namespace raichi
