#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/files/paths.h"
#include "rules/rules.h"
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
/// be a run or its folder `games/`. Throws Error if the folder holds none.
std::vector<std::filesystem::path> ShardsOf(const std::filesystem::path& name);

/// Shards of so many models, down from a run's newest one, may appear late: training and the count
/// of games look for them again and again.
inline constexpr int kNewestModels = 8;

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

/// The name of the files and folders of a run's model: 000012.
std::string NumberedName(int model);
/// Returns the model that a name stands for, or nothing if it is not six digits.
std::optional<int> ParseNumberedName(const std::string& name);

/// The layout of a run's folder `games/`. A new shard lies in the folder of the model that its name
/// begins with: `games/000012/000012-00-000003.games`. Older programs wrote
/// `games/000012-00-000003.games`; such shards count in the same way. A shard is known by its file
/// name alone, wherever it lies.

/// Returns the model that a shard's name begins with, or nothing if it begins with none.
std::optional<int> ModelOfShard(const std::string& name);
/// Returns the path at which a new shard is written.
std::filesystem::path NewShardPath(const std::filesystem::path& games, const std::string& name);

/// The shards of `games/`. The constructor lists only `games/` itself; the folder of a model is
/// listed when it is asked for. Nothing is there if the folder does not exist. All functions that
/// list a folder throw ReadError if the system cannot.
class RunShards {
 public:
  explicit RunShards(std::filesystem::path games);

  /// Returns the models that have a folder or a shard of the older layout, ascending.
  std::vector<int> models() const;
  /// Returns the folders that may hold shards: `games/` and those of the models.
  std::vector<std::filesystem::path> Folders() const;
  /// Returns the shards of a model, by name.
  std::vector<std::filesystem::path> Of(int model) const;
  /// Returns the shards of the newest `count` models that have any, by name.
  std::vector<std::filesystem::path> OfNewest(size_t count) const;
  /// Returns the shards that lie in `games/` itself: those of the older layout, and those whose
  /// names begin with no model.
  std::vector<std::filesystem::path> Loose() const;
  /// Returns all shards by name, also those whose names begin with no model.
  std::vector<std::filesystem::path> All() const;
  /// Returns the path of a shard, if it exists.
  std::filesystem::path Find(const std::string& name) const;

 private:
  using Paths = std::vector<std::filesystem::path>;

  std::filesystem::path games_;
  std::map<int, Paths> models_;  // with their shards of the older layout
  Paths others_;                 // shards whose names begin with no model
};

/// Returns the games of a run's newest shards by name, oldest first: whole shards of the folder
/// `games/` until there are at least `count` games or no more shards. Lists no
/// more folders of models than that takes. Skips shards that are damaged, that have vanished, or
/// that hold a game which is not valid under one of `rules`. Throws ReadError, after retrying as
/// `patience` says, and VersionError.
std::vector<GameRecord> NewestGames(const std::filesystem::path& folder,
                                    std::span<const RulesPtr> rules, size_t count,
                                    const Patience& patience = {});

}  // namespace raichi
