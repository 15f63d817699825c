#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "rules/rules.h"
#include "selfplay/records/record.h"

namespace raichi {

/// A recorded game that was checked against its rules.
struct CheckedGame {
  GameRecord record;
  RulesPtr rules;
  std::optional<int> model = std::nullopt;  // the newest model when it was played
};

/// Limits on the games that a report reads: it stops at whichever is reached first.
struct GameLimits {
  size_t games = 2000;
  size_t plies = 150'000;
};

/// The newest games of a run's folder `games/`, newest first. Skips a shard that is damaged or has
/// a game that breaks its rules, and adds a line to `warnings`.
std::vector<CheckedGame> ReadGamesForReport(const std::filesystem::path& folder,
                                            const GameLimits& limits,
                                            std::vector<std::string>* warnings);

}  // namespace raichi
