#include "selfplay/records/shard_versions.h"

#include <optional>

#include "base/files/files.h"
#include "selfplay/records/run_shards.h"
#include "selfplay/records/shard_folder.h"

namespace raichi {
ShardVersions VersionsIn(const std::filesystem::path& folder) {
  ShardVersions versions;
  for (const auto& entry : ListFolder(folder)) {  // sorted, so the models ascend
    const std::optional<int> model = ParseNumberedName(entry.filename());
    if (!model) continue;
    for (const auto& shard : ShardsIn(entry)) versions[shard.filename()].push_back(*model);
  }
  return versions;
}

std::filesystem::path VersionPath(const std::filesystem::path& folder, int model,
                                  const std::string& name) {
  return folder / NumberedName(model) / name;
}

}  // namespace raichi
