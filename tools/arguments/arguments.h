#pragma once

#include <string>

#include "console/start_position.h"
#include "tools/options/options.h"

namespace raichi {

/// Options that several commands share.

Option AddRulesOption(Command command, std::string* rules);

struct PositionOptions {
  Option rules, position;
};
PositionOptions AddPositionOptions(Command command, PositionArguments* arguments);

/// `--device`: where networks run.
Option AddDeviceOption(Command command, std::string* device);

/// Returns the help text of an option that names a player and has DefaultOpponent as its default,
/// or `without_model` if that is no model.
std::string PlayerHelp(const std::string& without_model = "alphabeta:4");

/// `--workers`; 0 stands for one thread per processor core.
Option AddWorkersOption(Command command, int* workers);

}  // namespace raichi
