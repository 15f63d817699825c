#pragma once

#include <string>

#include "rules/game.h"
#include "selfplay/records/record.h"

namespace raichi {

struct PlayerNames {
  std::string attackers, defenders;
};

/// A game as a record without values. The result of an unfinished game is Result::kOngoing.
GameRecord RecordOf(const Game& game, const PlayerNames& players);

/// Writes a game to a file (WriteOutput): as an OpenTafl record if the name ends in `.otg`,
/// otherwise as one JSON line for `raichi replay --input`. Throws Error.
void SaveGame(const Game& game, const PlayerNames& players, const std::string& file);

}  // namespace raichi
