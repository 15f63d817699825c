#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

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

/// The shards of a folder (`*.games`), in the order of their names. A folder that does not exist
/// has none.
std::vector<std::filesystem::path> ShardsIn(const std::filesystem::path& folder);

/// The shards that a name means: a folder's, of which there must be some (Error), else the file.
std::vector<std::filesystem::path> ShardsOf(const std::filesystem::path& name);

/// What a folder of self-play shards already holds.
struct FolderContents {
  std::vector<IdRange> ranges;         // ascending, one per good shard
  std::vector<std::string> set_aside;  // one line per bad shard, renamed to NAME.bad
};
/// Opens the shards of `folder` that may hold games of `wanted` (by their names). One that is
/// damaged, has gaps in its ids, lies under another name than `ShardPath` or overlaps the one
/// before is set aside (files.h): its games are to be played again.
FolderContents ScanFolder(const std::filesystem::path& folder, IdRange wanted);

/// The ids of `wanted` that are in none of `present` (ascending), cut at multiples of `block`: the
/// shards still to be written.
std::vector<IdRange> MissingShards(IdRange wanted, const std::vector<IdRange>& present,
                                   uint64_t block);

}  // namespace raichi
