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

/// A recorded game with its rules, by which it was checked.
struct CheckedGame {
  GameRecord record;
  RulesPtr rules;
  std::optional<int> model = std::nullopt;  // the run's newest when it was played, by its shard
};

/// How much a report reads: games until there are so many of them or so many plies.
struct ReportLimits {
  size_t games = 2000;
  size_t plies = 150'000;
};

/// The newest games of a folder of shards, the newest first. Shards that are damaged, or hold a
/// game against its rules, are passed over with a line in `warnings`.
std::vector<CheckedGame> ReadNewestGames(const std::filesystem::path& folder,
                                         const ReportLimits& limits,
                                         std::vector<std::string>* warnings);

}  // namespace raichi
