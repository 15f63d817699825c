#include "mcts/players/levels.h"

#include <array>
#include <cstdio>
#include <string_view>

#include "base/error.h"
#include "base/text.h"

namespace raichi {
namespace {

constexpr std::array<Level, 12> kLevels = {{{"beginner", 1, 60, 800},
                                            {"novice", 1, 45, 1050},
                                            {"easy", 1, 30, 1300},
                                            {"casual", 1, 18, 1550},
                                            {"steady", 1, 8, 1800},
                                            {"club", 1, 0, 2030},
                                            {"skilled", 10, 0, 2340},
                                            {"strong", 25, 0, 2600},
                                            {"expert", 100, 0, 2860},
                                            {"master", 400, 0, 3130},
                                            {"champion", 1600, 0, 3370},
                                            {"strongest", 6400, 0, 3600}}};

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
  std::string text = "  level      visits   random turns   elo of models/linnaeus (random has 0)\n";
  for (const Level& level : kLevels) {
    char line[64];
    const std::string share = level.careless == 0 ? "" : std::to_string(level.careless) + " %";
    std::snprintf(line, sizeof line, "  %-10s %6d   %12s   %d\n", level.name, level.visits,
                  share.c_str(), level.elo);
    text += line;
  }
  return text;
}

}  // namespace raichi
