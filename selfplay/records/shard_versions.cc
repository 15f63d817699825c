#include "selfplay/records/shard_versions.h"

#include <charconv>
#include <cstdio>
#include <optional>

#include "selfplay/records/files.h"
#include "selfplay/records/shard_folder.h"

namespace raichi {
namespace {

std::optional<int> ModelOf(const std::filesystem::path& folder) {
  const std::string name = folder.filename();
  int model = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), model);
  if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
  return model;
}

}  // namespace

ShardVersions VersionsIn(const std::filesystem::path& folder) {
  ShardVersions versions;
  for (const auto& entry : ListFolder(folder)) {  // sorted, so the models ascend
    const std::optional<int> model = ModelOf(entry);
    if (!model) continue;
    for (const auto& shard : ShardsIn(entry)) versions[shard.filename()].push_back(*model);
  }
  return versions;
}

std::filesystem::path VersionPath(const std::filesystem::path& folder, int model,
                                  const std::string& name) {
  char number[16];
  std::snprintf(number, sizeof number, "%06d", model);
  return folder / number / name;
}

}  // namespace raichi
