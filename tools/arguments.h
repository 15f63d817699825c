#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "rules/game.h"

namespace raichi {

/// The options `--rules` and `--position`, which many commands share.
struct PositionArguments {
  std::string rules = "linnaeus";  // a variant's name or a file's path
  std::string position;            // text; empty: the setup of the rules
};

void AddRulesOption(CLI::App& command, std::string* rules);
void AddPositionOptions(CLI::App& command, PositionArguments* arguments);

/// A game at the position that the options name, without history.
Game OpenGame(const PositionArguments& arguments);

}  // namespace raichi
