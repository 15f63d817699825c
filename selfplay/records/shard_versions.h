#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace raichi {

/// Later versions of a run's shards. `FOLDER/000012/NAME.games` is the shard `NAME.games` with the
/// results of searches by model 12: it has the same games with the same moves and policy targets,
/// but other visits and values (selfplay/play/reanalysis.h).

/// The numbers of the models that made versions of a shard, ascending, by the shard's name.
using ShardVersions = std::map<std::string, std::vector<int>>;

/// Returns the versions in `folder`; none if it does not exist. Throws ReadError if it cannot be
/// listed.
ShardVersions VersionsIn(const std::filesystem::path& folder);
/// Returns the path of the version of the shard `name` by `model`.
std::filesystem::path VersionPath(const std::filesystem::path& folder, int model,
                                  const std::string& name);

}  // namespace raichi
