#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/files/patience.h"
#include "selfplay/records/record.h"

namespace raichi {

/// A contiguous range of game ids, from `first` to `last` inclusive.
struct IdRange {
  uint64_t first = 0;
  uint64_t last = 0;
  uint64_t size() const { return last - first + 1; }
  bool operator==(const IdRange&) const = default;
};

/// Returns the path of the self-play shard that begins with game `first_id`, such as
/// `FOLDER/000000000128.games`.
std::filesystem::path ShardPath(const std::filesystem::path& folder, uint64_t first_id);

/// Returns the shards of a folder (`*.games`), sorted by name, or none if the folder does not
/// exist. Throws ReadError if it cannot be listed.
std::vector<std::filesystem::path> ShardsIn(const std::filesystem::path& folder);

/// Returns the shards that `name` stands for: the file itself, or all shards of a folder, which may
/// be a run or its folder `games/` (run_shards.h). Throws Error if the folder holds none.
std::vector<std::filesystem::path> ShardsOf(const std::filesystem::path& name);

/// Treatment of a shard that is damaged each time it is read.
enum class DamagedShards {
  kLeave,  // Skip it and leave it in place.
  /// Rename it to NAME.bad (files.h). Only the owner of the folder may do this.
  kRename,
};

/// The contents of a folder of self-play shards.
struct FolderContents {
  std::vector<IdRange> ranges;          // Ascending, one per good shard.
  std::vector<GameRecord> first_games;  // Of these shards, without the turns.
  std::vector<std::string> damaged;     // One message per damaged shard.
};
/// Opens the shards of `folder` that, judging by their names, may hold games of `wanted`. A shard
/// counts as damaged if its bytes are damaged, if its ids have gaps, if its name is not that given
/// by `ShardPath`, or if it repeats games of the shard before it. Retries shards that temporarily
/// cannot be read as `patience` says. Throws ReadError and VersionError; such shards remain
/// unchanged.
FolderContents ScanFolder(const std::filesystem::path& folder, IdRange wanted,
                          DamagedShards damaged, const Patience& patience = {});

/// Returns the ids of `wanted` that are in none of `present` (ascending), split at multiples of
/// `block`. These are the shards still to be written.
std::vector<IdRange> MissingShards(IdRange wanted, const std::vector<IdRange>& present,
                                   uint64_t block);

}  // namespace raichi
