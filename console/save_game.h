#pragma once

#include <string>

#include "rules/game.h"
#include "selfplay/records/record.h"

namespace raichi {

struct PlayerNames {
  std::string attackers, defenders;
};

/// A game as a record without values; `ongoing` is a result too.
GameRecord RecordOf(const Game& game, const PlayerNames& players);

/// Writes a game to a file: in OpenTafl's form where the name ends in `.otg`, else as one JSON line
/// that `raichi replay --input` reads. Throws Error.
void SaveGame(const Game& game, const PlayerNames& players, const std::string& file);

}  // namespace raichi
