#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "selfplay/records/patience.h"

namespace raichi {

/// A contiguous range of game ids, `first` to `last`, both included.
struct IdRange {
  uint64_t first = 0;
  uint64_t last = 0;
  uint64_t size() const { return last - first + 1; }
  bool operator==(const IdRange&) const = default;
};

/// `FOLDER/000000000128.games`: the shard of self-play that begins with game 128.
std::filesystem::path ShardPath(const std::filesystem::path& folder, uint64_t first_id);

/// The shards of a folder (`*.games`), sorted by name; none if it does not exist. Throws ReadError
/// if it cannot be listed.
std::vector<std::filesystem::path> ShardsIn(const std::filesystem::path& folder);

/// The shards that `name` stands for: the file itself, or all shards of a folder, which must hold
/// at least one (Error).
std::vector<std::filesystem::path> ShardsOf(const std::filesystem::path& name);

/// What happens to a shard that is damaged each time it is read.
enum class DamagedShards {
  kLeave,     // it stays and is passed over
  kSetAside,  // it is renamed to NAME.bad (files.h); only for the owner of the folder
};

/// What a folder of self-play shards already holds.
struct FolderContents {
  std::vector<IdRange> ranges;       // ascending, one per good shard
  std::set<uint64_t> seeds;          // the run seeds of their first games
  std::vector<std::string> damaged;  // one message per damaged shard
};
/// Opens the shards of `folder` that may hold games of `wanted`, going by their names. A shard
/// counts as damaged if its bytes are, if its ids have gaps, if its name is not that of `ShardPath`
/// or if it repeats games of the shard before it. Shards that cannot be read now are tried again as
/// `patience` says. Throws ReadError and VersionError; such shards stay as they are.
FolderContents ScanFolder(const std::filesystem::path& folder, IdRange wanted,
                          DamagedShards damaged, const Patience& patience = {});

/// The ids of `wanted` that are in none of `present` (ascending), cut at multiples of `block`: the
/// shards still to be written.
std::vector<IdRange> MissingShards(IdRange wanted, const std::vector<IdRange>& present,
                                   uint64_t block);

}  // namespace raichi
