#include "mcts/players/levels.h"

#include <array>
#include <cstdio>
#include <string_view>

#include "base/error.h"
#include "base/text.h"

namespace raichi {
namespace {

constexpr std::array<Level, 11> kLevels = {{{"beginner", 1, 55, 840},
                                            {"novice", 1, 30, 1110},
                                            {"casual", 1, 14, 1400},
                                            {"steady", 1, 6, 1590},
                                            {"club", 1, 0, 1760},
                                            {"skilled", 10, 0, 2050},
                                            {"strong", 25, 0, 2300},
                                            {"expert", 100, 0, 2570},
                                            {"master", 400, 0, 2860},
                                            {"champion", 1600, 0, 3130},
                                            {"strongest", 6400, 0, 3380}}};

}  // namespace

std::span<const Level> Levels() { return kLevels; }

const Level& FirstLevel() { return FindLevel("casual"); }

const Level& FindLevel(const std::string& text) {
  const std::string name = Lower(text);
  const Level* found = nullptr;
  int matches = 0;
  for (const Level& level : kLevels) {
    if (level.name == name) return level;
    if (name.empty() || !std::string_view(level.name).starts_with(name)) continue;
    found = &level;
    ++matches;
  }
  if (matches == 1) return *found;
  throw UsageError("level " + QuoteForError(text) + ": expected one of " +
                   Join(kLevels, ", ", [](const Level& level) { return level.name; }));
}

std::vector<std::string> LevelNames() {
  std::vector<std::string> names;
  for (const Level& level : kLevels) names.emplace_back(level.name);
  return names;
}

std::string LevelTable() {
  std::string text = "  level      visits   % random   elo of models/linnaeus (random has 0)\n";
  for (const Level& level : kLevels) {
    char line[64];
    std::snprintf(line, sizeof line, "  %-10s %6d   %8d   %d\n", level.name, level.visits,
                  level.careless, level.elo);
    text += line;
  }
  return text;
}

}  // namespace raichi
