#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

#include "base/files/patience.h"
#include "rules/rules.h"
#include "selfplay/records/record.h"

namespace raichi {

/// Returns the games of a run's newest shards by name, oldest first: whole shards of the folder
/// `games/` (run_shards.h) until there are at least `count` games or no more shards. Lists no more
/// folders of models than that takes. Skips shards that are damaged, that have vanished,
/// or that hold a game which is not valid under one of `rules`. Throws ReadError, after retrying as
/// `patience` says, and VersionError.
std::vector<GameRecord> NewestGames(const std::filesystem::path& folder,
                                    std::span<const RulesPtr> rules, size_t count,
                                    const Patience& patience = {});

}  // namespace raichi
