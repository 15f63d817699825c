#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace raichi {

/// Counts the games of a run to which other processes add shards, from the headers of the shards.
/// Each header is read once. A shard that cannot be read now counts as soon as it can be.
class GameCounter {
 public:
  /// `games` is the run's folder of games (run_shards.h).
  explicit GameCounter(std::filesystem::path games) : games_(std::move(games)) {}

  /// Lists all shards and returns the number of their games.
  int64_t CountAll();
  /// Lists only the shards of the newest four models; the others count as in the last CountAll. If
  /// nothing can be listed now, returns what was known before.
  int64_t Count();

 private:
  void Add(const std::filesystem::path& shard);
  int64_t Sum() const;

  std::filesystem::path games_;
  std::map<std::string, int64_t> sizes_;  // by name
};

}  // namespace raichi
