#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json.h"

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

/// Names of shards in short: `{"000012":"0:0-3,7 117:0","":["x.games"]}` has for each model the
/// streams with their numbers, and under the empty key the names of another form. Reading also
/// takes a plain list of names. It returns them sorted, and throws JsonError, or DamagedError if
/// they are too many.
Json ShardNamesToJson(const std::vector<std::string>& names);
std::vector<std::string> ShardNamesFromJson(const Json& json);

}  // namespace raichi
