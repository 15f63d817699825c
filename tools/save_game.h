#pragma once

#include <string>

#include "rules/game.h"

namespace raichi {

struct PlayerNames {
  std::string attackers, defenders;
};

/// Writes a game to a file: in OpenTafl's form where the name ends in `.otg`, else as one JSON line
/// that `raichi replay --input` reads. Throws Error.
void SaveGame(const Game& game, const PlayerNames& players, const std::string& file);

}  // namespace raichi
