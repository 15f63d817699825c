#include "selfplay/records/run_shards.h"

#include <algorithm>
#include <cstdio>
#include <iterator>

#include "base/files/files.h"
#include "selfplay/records/shard_folder.h"

namespace raichi {
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

}  // namespace raichi
