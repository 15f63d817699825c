#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "run/players.h"

namespace raichi {

/// Adds the options that say how models search: --visits, --move-time (or as it is called here),
/// --in-flight.
void AddSearchOptions(CLI::App& command, PlayerSettings* settings,
                      const std::string& time_option = "--move-time");

}  // namespace raichi
