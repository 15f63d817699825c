#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace raichi {

/// The name of a run's shard, such as `000012-00-000003.games`: the newest model when it was
/// played, the stream (the number of the process that played) and a counter. Names therefore sort
/// by age.
struct ShardName {
  int model = 0;
  int stream = 0;
  int number = 0;

  std::string ToString() const;
  static std::optional<ShardName> Parse(const std::string& file_name);
};

/// Counts the games in a run's folder `games/` that were played with model `first_model` or a later
/// one, according to the names and headers of the shards. Shards with unreadable headers do not
/// count.
int64_t CountGamesFrom(const std::filesystem::path& folder, int first_model);

/// Counts the streams that have shards of a model.
size_t CountStreamsOf(const std::filesystem::path& folder, int model);

}  // namespace raichi
