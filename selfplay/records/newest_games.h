#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

#include "rules/rules.h"
#include "selfplay/records/record.h"

namespace raichi {

/// The games of a folder's newest shards, by name: `count` or somewhat more if there are so many,
/// the oldest first. Shards that cannot be read, or with a game that is not valid by one of
/// `rules`, are passed over: who trains on them sets them aside.
std::vector<GameRecord> NewestGames(const std::filesystem::path& folder,
                                    std::span<const RulesPtr> rules, size_t count);

}  // namespace raichi
