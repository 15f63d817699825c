#pragma once

#include <span>
#include <string>
#include <vector>

namespace raichi {

/// A strength of play by name: the visits per move of a model's search. The page in the browser has
/// the same levels (web/page/).
struct Level {
  const char* name;
  int visits;
  int elo;  // of models/linnaeus, where `random` has 0 (docs/ratings.md)
};

/// The levels, weakest first.
std::span<const Level> Levels();

/// Returns the level of a name or of its beginning, in any case. Throws UsageError, which lists the
/// levels.
const Level& FindLevel(const std::string& text);

std::vector<std::string> LevelNames();
/// A heading, then a line for each level with its visits and rating.
std::string LevelTable();

}  // namespace raichi
