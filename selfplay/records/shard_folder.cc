#include "selfplay/records/shard_folder.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/files/files.h"
#include "base/text.h"
#include "rules/canonical_yaml.h"
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
  const std::vector<std::filesystem::path> paths = ShardsIn(folder);
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

namespace {

namespace fs = std::filesystem;

constexpr size_t kModelDigits = 6;

/// Sorts paths by file name. Of several with one name it keeps the first.
void SortByName(std::vector<fs::path>* paths) {
  const auto name = [](const fs::path& path) { return path.filename().string(); };
  std::ranges::stable_sort(*paths, {}, name);
  const auto has_same = [&](const fs::path& a, const fs::path& b) { return name(a) == name(b); };
  paths->erase(std::unique(paths->begin(), paths->end(), has_same), paths->end());
}

}  // namespace

std::string NumberedName(int model) {
  char text[16];
  std::snprintf(text, sizeof text, "%06d", model);
  return text;
}

std::optional<int> ParseNumberedName(const std::string& name) {
  const bool digits =
      name.size() == 6 && std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
  return digits ? std::optional(std::stoi(name)) : std::nullopt;
}

std::optional<int> ModelOfShard(const std::string& name) {
  if (name.size() <= kModelDigits || name[kModelDigits] != '-') return std::nullopt;
  return ParseNumberedName(name.substr(0, kModelDigits));
}

fs::path NewShardPath(const fs::path& games, const std::string& name) {
  const std::optional<int> model = ModelOfShard(name);
  return model ? games / NumberedName(*model) / name : games / name;
}

RunShards::RunShards(fs::path games) : games_(std::move(games)) {
  for (const fs::path& path : ListFolder(games_)) {
    const std::string name = path.filename();
    if (const auto model = ParseNumberedName(name)) {
      models_[*model];
    } else if (path.extension() == ".games") {
      const auto model_of_name = ModelOfShard(name);
      (model_of_name ? models_[*model_of_name] : others_).push_back(path);
    }
  }
}

std::vector<int> RunShards::models() const {
  std::vector<int> numbers;
  for (const auto& [model, shards] : models_) numbers.push_back(model);
  return numbers;
}

std::vector<fs::path> RunShards::Folders() const {
  Paths folders = {games_};
  for (const auto& [model, shards] : models_) folders.push_back(games_ / NumberedName(model));
  return folders;
}

std::vector<fs::path> RunShards::Of(int model) const {
  const auto found = models_.find(model);
  if (found == models_.end()) return {};
  Paths paths = ShardsIn(games_ / NumberedName(model));
  paths.insert(paths.end(), found->second.begin(), found->second.end());
  SortByName(&paths);
  return paths;
}

std::vector<fs::path> RunShards::OfNewest(size_t count) const {
  Paths paths;
  auto model = models_.end();
  while (count > 0 && model != models_.begin()) {
    --model;
    Paths of_model = Of(model->first);
    if (of_model.empty()) continue;
    --count;
    std::ranges::move(of_model, std::back_inserter(paths));
  }
  SortByName(&paths);
  return paths;
}

std::vector<fs::path> RunShards::Loose() const {
  Paths paths = others_;
  for (const auto& [model, shards] : models_) {
    paths.insert(paths.end(), shards.begin(), shards.end());
  }
  return paths;
}

std::vector<fs::path> RunShards::All() const {
  Paths paths = OfNewest(models_.size());
  paths.insert(paths.end(), others_.begin(), others_.end());
  SortByName(&paths);
  return paths;
}

fs::path RunShards::Find(const std::string& name) const {
  const std::optional<int> model = ModelOfShard(name);
  if (!model) return games_ / name;
  const auto found = models_.find(*model);
  const bool is_flat =
      found != models_.end() && std::ranges::any_of(found->second, [&](const fs::path& path) {
        return path.filename() == name;
      });
  return is_flat ? games_ / name : NewShardPath(games_, name);
}

namespace {

using RulesByText = std::map<std::string, RulesPtr>;

/// Returns the games of a shard. Throws DamagedError at the first that is not valid.
std::vector<GameRecord> ReadChecked(const std::filesystem::path& path, const RulesByText& rules) {
  std::vector<GameRecord> games;
  ForEachGame(path, [&](GameRecord&& record) {
    const auto found = rules.find(record.rules_yaml);
    if (found == rules.end()) throw DamagedError(path.string() + ": a game by other rules");
    try {
      CheckRecord(record, found->second);
    } catch (const Error& error) {
      throw DamagedError(path.string() + ": " + error.what());
    }
    games.push_back(std::move(record));
  });
  return games;
}

/// Returns the games of a shard, or none if it is damaged or gone or holds an invalid game.
std::vector<GameRecord> ReadGoodShard(const std::filesystem::path& path, const RulesByText& rules,
                                      const Patience& patience) {
  try {
    return ReadPatiently(patience, [&] { return ReadChecked(path, rules); });
  } catch (const DamagedError&) {
  } catch (const ReadError& error) {
    if (error.code() != ENOENT) throw;
  }
  return {};
}

}  // namespace

std::vector<GameRecord> NewestGames(const std::filesystem::path& folder,
                                    std::span<const RulesPtr> rules, size_t count,
                                    const Patience& patience) {
  RulesByText by_text;
  for (const RulesPtr& r : rules) by_text.emplace(RecordedRules(r->data()), r);
  std::vector<GameRecord> games;  // Newest first.
  if (count == 0) return games;
  const RunShards shards(folder);
  std::vector<int> models = shards.models();
  for (; !models.empty() && games.size() < count; models.pop_back()) {
    std::vector<std::filesystem::path> paths = shards.Of(models.back());
    for (; !paths.empty() && games.size() < count; paths.pop_back()) {
      std::vector<GameRecord> shard = ReadGoodShard(paths.back(), by_text, patience);
      std::move(shard.rbegin(), shard.rend(), std::back_inserter(games));
    }
  }
  std::reverse(games.begin(), games.end());
  return games;
}

}  // namespace raichi
