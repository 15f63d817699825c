#pragma once

#include <string>

#include "rules/game.h"

namespace raichi {

/// The options `--rules` and `--position`, which many commands share.
struct PositionArguments {
  std::string rules = "linnaeus";  // a variant's name or a file's path
  std::string position;            // empty: the starting position of the rules
};

/// Returns a game without history at the position that the options name.
Game OpenGame(const PositionArguments& arguments);

}  // namespace raichi
