#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace raichi {

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

}  // namespace raichi
