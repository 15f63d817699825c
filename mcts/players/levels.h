#pragma once

#include <span>
#include <string>
#include <vector>

namespace raichi {

/// A strength of play by name: the visits per move of a model's search, and how many of its turns
/// are random moves instead. The terminal and the page in the browser have these levels.
struct Level {
  const char* name;
  int visits;
  int careless;  // percent of its turns
  int elo;       // of models/linnaeus, where `random` has 0 (docs/ratings.md)
};

/// The levels, weakest first.
std::span<const Level> Levels();

/// Returns the level that a game begins with unless something else is asked for.
const Level& FirstLevel();

/// Returns the level of a name or of its beginning, in any case. Throws UsageError, which lists the
/// levels.
const Level& FindLevel(const std::string& text);

std::vector<std::string> LevelNames();
/// A heading, then a line for each level.
std::string LevelTable();

}  // namespace raichi
