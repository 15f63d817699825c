#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace raichi {

/// Names of a run's shards: `000012-00-000003.games` is the model that was the newest, the stream
/// (the process that played) and a counter, so that names sort by age.
struct ShardName {
  int model = 0;
  int stream = 0;
  int number = 0;

  std::string ToString() const;
  static std::optional<ShardName> Parse(const std::string& file_name);
};

/// Counts the games of the folder's shards that were played with model `first_model` or a later
/// one, by the shards' names and headers. Shards with unreadable headers do not count.
int64_t CountGamesFrom(const std::filesystem::path& folder, int first_model);

}  // namespace raichi
