#include "nn/data/window.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "rules/check.h"
#include "rules/error.h"
#include "rules/files/rule_file.h"
#include "selfplay/records/files.h"
#include "selfplay/records/shard.h"

namespace raichi {
namespace {

constexpr const char* kShardExtension = ".games";

std::vector<std::string> ShardNames(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error)) {
    if (it->path().extension() == kShardExtension) names.push_back(it->path().filename().string());
  }
  if (error && error != std::errc::no_such_file_or_directory) {
    throw Error(folder.string() + ": cannot list the shards: " + error.message());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

void CheckConfig(const WindowConfig& config) {
  if (config.min_positions < 1) {
    throw UsageError("window.min_positions: " + std::to_string(config.min_positions) +
                     ", expected 1 or more");
  }
  if (config.max_positions < config.min_positions) {
    throw UsageError("window.max_positions: " + std::to_string(config.max_positions) +
                     ", expected at least min_positions");
  }
  if (!(config.exponent > 0 && config.exponent <= 1)) {
    throw UsageError("window.exponent: " + std::to_string(config.exponent) +
                     ", expected a number in (0, 1]");
  }
  if (!(config.scale >= 0 && config.scale <= 1)) {
    throw UsageError("window.scale: " + std::to_string(config.scale) +
                     ", expected a number in [0, 1]");
  }
}

int64_t WindowSize(const WindowConfig& config, int64_t positions_made) {
  if (positions_made <= config.min_positions) return positions_made;
  const auto least = static_cast<double>(config.min_positions);
  const double growth = std::pow(static_cast<double>(positions_made) / least, config.exponent) - 1;
  const double size = least * (1 + config.scale * growth / config.exponent);
  return std::min(config.max_positions, static_cast<int64_t>(size));
}

ReplayWindow::ReplayWindow(std::filesystem::path games, const WindowConfig& config, Warn warn)
    : folder_(std::move(games)), config_(config), warn_(std::move(warn)) {
  CheckConfig(config_);
}

int ReplayWindow::Refresh() {
  int loaded = 0;
  for (const std::string& name : ShardNames(folder_)) {
    if (name <= dropped_ || shards_.contains(name)) continue;
    const std::filesystem::path file = folder_ / name;
    try {
      Shard shard = LoadShard(file);
      positions_made_ += shard.positions;
      shards_.emplace(name, std::move(shard));
      ++loaded;
    } catch (const Error& error) {
      SetAside(file);
      warn_(std::string(error.what()) + "; set aside as " + name + ".bad");
    }
  }
  if (loaded > 0) {
    Reindex();
    DropOldest();
  }
  return loaded;
}

WindowState ReplayWindow::state() const {
  WindowState state;
  for (const auto& [name, shard] : shards_) state.shards.push_back(name);
  state.dropped = dropped_;
  state.positions_made = positions_made_;
  return state;
}

void ReplayWindow::Restore(const WindowState& state) {
  std::map<std::string, Shard> shards;
  for (const std::string& name : state.shards) shards.emplace(name, LoadShard(folder_ / name));
  shards_ = std::move(shards);
  dropped_ = state.dropped;
  positions_made_ = state.positions_made;
  Reindex();
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

ReplayWindow::Shard ReplayWindow::LoadShard(const std::filesystem::path& file) {
  Shard shard;
  for (const GameRecord& record : ReadShard(file)) {
    try {
      const RulesPtr rules = RulesOf(record.rules_yaml);
      CheckRecord(record, rules);
      shard.games.push_back(std::make_unique<CompactGame>(record, rules));
    } catch (const Error& error) {
      throw Error(file.string() + ": " + error.what());
    }
    shard.positions += shard.games.back()->targets();
  }
  return shard;
}

RulesPtr ReplayWindow::RulesOf(const std::string& yaml) {
  RulesPtr& rules = rules_[yaml];
  if (rules == nullptr) {
    rules = std::make_shared<const Rules>(ParseRuleSet(yaml, "the record's rules"));
  }
  return rules;
}

void ReplayWindow::DropOldest() {
  const int64_t size = WindowSize(config_, positions_made_);
  int64_t held = positions();
  while (shards_.size() > 1 && held - shards_.begin()->second.positions >= size) {
    held -= shards_.begin()->second.positions;
    dropped_ = shards_.begin()->first;
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
