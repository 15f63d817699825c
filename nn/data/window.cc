#include "nn/data/window.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <utility>

#include "base/check.h"
#include "base/config_keys.h"
#include "base/error.h"
#include "selfplay/records/files.h"
#include "selfplay/records/shard.h"

namespace raichi {

void ListKeys(WindowConfig* c, KeyList* keys) {
  constexpr KeyRange kPositions = {1, 1LL << 50};
  keys->Add("min_positions", &c->min_positions, kPositions);
  keys->Add("exponent", &c->exponent, {0.01, 1});
  keys->Add("scale", &c->scale, {0, 1});
  keys->Add("max_positions", &c->max_positions, kPositions);
}

void CheckConfig(const WindowConfig& config) {
  CheckKeysOf(config, "window");
  if (config.max_positions >= config.min_positions) return;
  throw UsageError("window.max_positions: expected at least window.min_positions, " +
                   std::to_string(config.min_positions) + ", found " +
                   std::to_string(config.max_positions));
}

int64_t WindowSize(const WindowConfig& config, int64_t positions_made) {
  if (positions_made <= config.min_positions) return positions_made;
  const auto least = static_cast<double>(config.min_positions);
  const double growth = std::pow(static_cast<double>(positions_made) / least, config.exponent) - 1;
  const double size = least * (1 + config.scale * growth / config.exponent);
  return std::min(config.max_positions, static_cast<int64_t>(size));
}

ReplayWindow::ReplayWindow(std::filesystem::path games, const WindowConfig& config,
                           DamagedShards damaged, Warn warn, Patience patience)
    : folder_(std::move(games)),
      config_(config),
      damaged_(damaged),
      warn_(std::move(warn)),
      patience_(std::move(patience)) {
  CheckConfig(config_);
}

int ReplayWindow::Refresh() {
  FindVersions();
  std::map<std::string, Shard> news;
  for (const auto& file : ReadPatiently(patience_, [&] { return ShardsIn(folder_); })) {
    const std::string name = file.filename();
    if (shards_.contains(name) || past_.contains(name) || passed_over_.contains(name)) continue;
    if (std::optional<Shard> shard = TryLoadNewest(name)) news.emplace(name, *std::move(shard));
  }
  std::map<std::string, Shard> newer = LoadNewerVersions();
  for (auto& [name, shard] : newer) shards_[name] = std::move(shard);
  if (!newer.empty()) Reindex();
  if (news.empty()) return 0;
  std::vector<std::string> names;
  for (const auto& [name, shard] : news) {
    names.push_back(name);
    positions_made_ += shard.positions;
  }
  shards_.merge(news);
  const std::set<std::string> past = past_;
  DropOldest();
  for (const std::string& name : names) {
    if (past_.contains(name) && !past.empty() && name < *past.rbegin()) {
      warn_((folder_ / name).string() +
            ": appeared after the window had moved past it; its games "
            "are counted but not trained on");
    }
  }
  return static_cast<int>(names.size());
}

WindowState ReplayWindow::state() const {
  WindowState state;
  for (const auto& [name, shard] : shards_) state.shards.push_back(name);
  state.past.assign(past_.begin(), past_.end());
  if (!past_.empty()) state.dropped = *past_.rbegin();
  state.positions_made = positions_made_;
  return state;
}

int ReplayWindow::Restore(const WindowState& state) {
  FindVersions();
  std::map<std::string, Shard> shards;
  int gone = 0;
  for (const std::string& name : state.shards) {
    std::optional<Shard> shard = TryLoadNewest(name);
    if (shard) {
      shards.emplace(name, *std::move(shard));
    } else {
      ++gone;
    }
  }
  std::set<std::string> past(state.past.begin(), state.past.end());
  if (past.empty() && !state.dropped.empty()) {  // state of an older program
    for (const auto& file : ReadPatiently(patience_, [&] { return ShardsIn(folder_); })) {
      const std::string name = file.filename();
      if (name <= state.dropped && !shards.contains(name)) past.insert(name);
    }
    past.insert(state.dropped);
  }
  shards_ = std::move(shards);
  past_ = std::move(past);
  positions_made_ = state.positions_made;
  Reindex();
  return gone;
}

size_t ReplayWindow::bytes() const {
  size_t bytes = games_.capacity() * sizeof(void*) + ends_.capacity() * sizeof(int64_t);
  for (const CompactGame* game : games_) bytes += game->bytes();
  return bytes;
}

int ReplayWindow::largest_board() const {
  int largest = 0;
  for (const CompactGame* game : games_) largest = std::max(largest, game->rules()->size());
  return largest;
}

std::vector<std::string> ReplayWindow::rules_names() const {
  std::set<std::string> names;
  for (const CompactGame* game : games_) names.insert(game->rules()->data().name);
  return {names.begin(), names.end()};
}

ReplayWindow::Target ReplayWindow::At(int64_t index) const {
  RAICHI_CHECK(index >= 0 && index < positions());
  const auto end = std::upper_bound(ends_.begin(), ends_.end(), index);
  const auto game = static_cast<size_t>(end - ends_.begin());
  const int64_t first = game == 0 ? 0 : ends_[game - 1];
  return {games_[game], static_cast<int>(index - first)};
}

void ReplayWindow::FindVersions() {
  if (versions_folder_.empty()) return;
  versions_ = ReadPatiently(patience_, [&] { return VersionsIn(versions_folder_); });
}

std::map<std::string, ReplayWindow::Shard> ReplayWindow::LoadNewerVersions() {
  std::map<std::string, Shard> newer;
  for (const auto& [name, shard] : shards_) {
    std::optional<Shard> version = TryLoadVersion(name, shard.version);
    if (version) newer.emplace(name, *std::move(version));
  }
  return newer;
}

/// Returns the newest version of a shard, or the shard itself, or none if it is damaged too or does
/// not exist. A version without its shard does not count.
std::optional<ReplayWindow::Shard> ReplayWindow::TryLoadNewest(const std::string& name) {
  const std::filesystem::path file = folder_ / name;
  std::error_code none;
  if (versions_.contains(name) && std::filesystem::exists(file, none)) {
    if (std::optional<Shard> version = TryLoadVersion(name, kOriginal)) return version;
  }
  return TryLoad(file, name);
}

/// Returns the newest undamaged version of a shard by a model after `newer_than`, if there is one.
std::optional<ReplayWindow::Shard> ReplayWindow::TryLoadVersion(const std::string& name,
                                                                int newer_than) {
  const auto versions = versions_.find(name);
  if (versions == versions_.end()) return std::nullopt;
  const std::vector<int>& models = versions->second;
  for (auto model = models.rbegin(); model != models.rend() && *model > newer_than; ++model) {
    const std::filesystem::path file = VersionPath(versions_folder_, *model, name);
    const std::string version = file.lexically_relative(versions_folder_);
    if (passed_over_.contains(version)) continue;
    std::optional<Shard> shard = TryLoad(file, version);
    if (!shard) continue;
    shard->version = *model;
    return shard;
  }
  return std::nullopt;
}

/// Returns none if the shard is damaged or does not exist. `name` is what a damaged shard that is
/// left in place is remembered by.
std::optional<ReplayWindow::Shard> ReplayWindow::TryLoad(const std::filesystem::path& file,
                                                         const std::string& name) {
  try {
    return LoadShard(file);
  } catch (const DamagedError& error) {
    if (damaged_ == DamagedShards::kRename) {
      warn_(std::string(error.what()) + "; set aside as " + RenameToBad(file).filename().string());
    } else {
      passed_over_.insert(name);
      warn_(std::string(error.what()) + "; not trained on");
    }
  } catch (const ReadError& error) {
    if (error.code() != ENOENT) throw;
  }
  return std::nullopt;
}

ReplayWindow::Shard ReplayWindow::LoadShard(const std::filesystem::path& file) {
  return ReadPatiently(patience_, [&] { return ReadGames(file); });
}

ReplayWindow::Shard ReplayWindow::ReadGames(const std::filesystem::path& file) {
  Shard shard;
  for (const GameRecord& record : ReadShard(file)) {
    const RulesPtr& rules = rules_.Of(record, file.string());
    try {
      CheckRecord(record, rules);
      shard.games.push_back(std::make_unique<CompactGame>(record, rules));
    } catch (const Error& error) {
      throw DamagedError(file.string() + ": " + error.what());
    }
    shard.positions += shard.games.back()->targets();
  }
  return shard;
}

void ReplayWindow::DropOldest() {
  const int64_t size = WindowSize(config_, positions_made_);
  int64_t held = 0;
  for (const auto& [name, shard] : shards_) held += shard.positions;
  while (shards_.size() > 1 && held - shards_.begin()->second.positions >= size) {
    held -= shards_.begin()->second.positions;
    past_.insert(shards_.begin()->first);
    shards_.erase(shards_.begin());
  }
  Reindex();
}

void ReplayWindow::Reindex() {
  games_.clear();
  ends_.clear();
  int64_t end = 0;
  for (const auto& [name, shard] : shards_) {
    for (const auto& game : shard.games) {
      if (game->targets() == 0) continue;
      games_.push_back(game.get());
      ends_.push_back(end += game->targets());
    }
  }
}

}  // namespace raichi
