#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "console/start_position.h"

namespace raichi {

void AddRulesOption(CLI::App& command, std::string* rules);
void AddPositionOptions(CLI::App& command, PositionArguments* arguments);

}  // namespace raichi
