#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "rules/game.h"

namespace raichi {

/// A game between a person and a player, as `save` writes it.
struct SavedGame {
  Game game;
  std::optional<Side> person;  // nothing if the file names no person
  std::string opponent;        // its name; empty if the file names none
};

/// The name of a person in saved games.
inline constexpr char kPerson[] = "person";

/// Reads the first game of a file that `raichi analyze` can read. A game in which a player resigned
/// or ran out of time is over; one that its players ended otherwise goes on. Throws Error.
SavedGame LoadGame(const std::string& file);

/// Writes a game to a file (SaveGame). `opponent` is the name of the person's opponent.
void SavePlay(const Game& game, Side person, const std::string& opponent, const std::string& file);

/// Returns the file in which `raichi play` keeps an unfinished game:
/// $XDG_STATE_HOME/raichi/unfinished.jsonl, by default in ~/.local/state. Returns an empty path if
/// there is no home folder.
std::filesystem::path UnfinishedGameFile();

}  // namespace raichi
