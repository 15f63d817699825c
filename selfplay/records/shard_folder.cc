#include "selfplay/records/shard_folder.h"

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdio>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/files/files.h"
#include "base/parse_number.h"
#include "selfplay/records/run_shards.h"
#include "selfplay/records/shard.h"

namespace raichi {
namespace {

IdRange CheckedRange(const ShardReader& shard, const std::vector<IdRange>& before) {
  const std::filesystem::path& path = shard.path();
  const IdRange range{shard.first_id(), shard.last_id()};
  if (range.last < range.first || range.size() != shard.size()) {
    throw DamagedError(path.string() + ": expected games without gaps in their ids");
  }
  if (path.filename() != ShardPath("", range.first)) {
    throw DamagedError(path.string() + ": holds games from " + std::to_string(range.first) +
                       ", expected " + ShardPath("", range.first).string() + " as its name");
  }
  if (!before.empty() && range.first <= before.back().last) {
    throw DamagedError(path.string() + ": holds games of the shard before it");
  }
  return range;
}

/// Returns the first id stated by a shard's name, or nothing if the name lacks ShardPath's form.
std::optional<uint64_t> FirstIdByName(const std::filesystem::path& path) {
  return ParseNumber<uint64_t>(path.stem().native());
}

/// Returns true if, judging by names alone, shard `index` of `paths` lies wholly before or after
/// `wanted`.
bool IsElsewhere(const std::vector<std::filesystem::path>& paths, size_t index, IdRange wanted) {
  const std::optional<uint64_t> first = FirstIdByName(paths[index]);
  if (!first) return false;
  if (*first > wanted.last) return true;
  if (index + 1 == paths.size()) return false;
  const std::optional<uint64_t> next = FirstIdByName(paths[index + 1]);
  return next && *first < *next && *next <= wanted.first;
}

}  // namespace

std::filesystem::path ShardPath(const std::filesystem::path& folder, uint64_t first_id) {
  std::array<char, 40> name;
  std::snprintf(name.data(), name.size(), "%012" PRIu64 ".games", first_id);
  return folder / name.data();
}

std::vector<std::filesystem::path> ShardsIn(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths = ListFolder(folder);
  std::erase_if(paths, [](const auto& path) { return path.extension() != ".games"; });
  return paths;
}

std::vector<std::filesystem::path> ShardsOf(const std::filesystem::path& name) {
  if (!IsFolder(name)) return {name};
  std::vector<std::filesystem::path> shards = RunShards(name).All();
  if (shards.empty()) shards = RunShards(name / "games").All();
  if (!shards.empty()) return shards;
  throw Error(name.string() + ": expected shards (*.games) in the folder, found none");
}

FolderContents ScanFolder(const std::filesystem::path& folder, IdRange wanted,
                          DamagedShards damaged, const Patience& patience) {
  FolderContents contents;
  const std::vector<std::filesystem::path> paths =
      ReadPatiently(patience, [&] { return ShardsIn(folder); });
  for (size_t i = 0; i < paths.size(); ++i) {
    if (IsElsewhere(paths, i, wanted)) continue;
    const auto read = [&] {
      const ShardReader shard(paths[i]);
      return std::pair(CheckedRange(shard, contents.ranges), shard.Read(0));
    };
    try {
      auto [range, game] = ReadPatiently(patience, read);
      game.turns = {};
      contents.ranges.push_back(range);
      contents.first_games.push_back(std::move(game));
    } catch (const DamagedError& error) {
      if (damaged == DamagedShards::kRename) RenameToBad(paths[i]);
      contents.damaged.push_back(error.what());
    }
  }
  return contents;
}

std::vector<IdRange> MissingShards(IdRange wanted, const std::vector<IdRange>& present,
                                   uint64_t block) {
  std::vector<IdRange> missing;
  auto next = present.begin();
  for (uint64_t id = wanted.first; id <= wanted.last;) {
    while (next != present.end() && next->last < id) ++next;
    if (next != present.end() && next->first <= id) {
      id = next->last + 1;
      continue;
    }
    uint64_t last = std::min(wanted.last, id / block * block + block - 1);
    if (next != present.end()) last = std::min(last, next->first - 1);
    missing.push_back({id, last});
    id = last + 1;
  }
  return missing;
}

}  // namespace raichi
