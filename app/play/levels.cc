#include "app/play/levels.h"

#include <spdlog/fmt/fmt.h>

#include <array>
#include <string_view>

#include "base/error.h"
#include "base/join.h"
#include "base/lower.h"
#include "base/quote.h"

namespace raichi {
namespace {

constexpr std::array<Level, 7> kLevels = {{{"beginner", 1, 2030},
                                           {"easy", 10, 2340},
                                           {"casual", 25, 2600},
                                           {"club", 100, 2860},
                                           {"strong", 400, 3130},
                                           {"expert", 1600, 3370},
                                           {"strongest", 6400, 3600}}};

}  // namespace

std::span<const Level> Levels() { return kLevels; }

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
  std::string text = "  level      visits   elo of models/linnaeus (random has 0)\n";
  for (const Level& level : kLevels) {
    text += fmt::format("  {:<10} {:>6}   {}\n", level.name, level.visits, level.elo);
  }
  return text;
}

}  // namespace raichi
