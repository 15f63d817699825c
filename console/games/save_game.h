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

/// Writes a game to a file (WriteOutput): as an OpenTafl record if the name ends in `.otg`, as one
/// JSON line for `raichi replay --input` if it ends in `.jsonl` or `.json` or has no ending. Throws
/// Error for another ending, which would promise another format.
void SaveGame(const Game& game, const PlayerNames& players, const std::string& file);

}  // namespace raichi
