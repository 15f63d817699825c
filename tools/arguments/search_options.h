#pragma once

#include <string>
#include <vector>

#include "run/players.h"
#include "tools/options/options.h"

namespace raichi {

struct SearchOptions {
  Option visits, time, in_flight;
};

/// Adds the options that limit the searches of trained models: --visits, --move-time and
/// --in-flight.
SearchOptions AddSearchOptions(Command command, PlayerSettings* settings);

/// Throws UsageError if one of these options is given and none of the players is a model.
void CheckObeyed(const SearchOptions& options, const std::vector<std::string>& players);

}  // namespace raichi
