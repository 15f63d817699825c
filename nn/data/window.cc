#include "nn/data/window.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <utility>

#include "base/config_keys.h"
#include "base/error.h"
#include "selfplay/records/shard_folder.h"

namespace raichi {

void ListKeys(WindowConfig* c, KeyList* keys) {
  constexpr KeyRange kPositions = {1, 1LL << 50};
  keys->Add("min_positions", &c->min_positions, kPositions,
            "Below this number of positions all are used.");
  keys->Add("exponent", &c->exponent, {0.01, 1},
            "See `window`; a smaller value makes the window grow more slowly.");
  keys->Add("scale", &c->scale, {0, 1}, "See `window`.");
  keys->Add("max_positions", &c->max_positions, kPositions,
            "The window is never larger. Must be at least `min_positions`.");
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

void ForgetModelsBefore(int first_model, std::set<std::string>* past) {
  if (first_model == 0) return;
  std::erase_if(*past, [&](const std::string& name) {
    return ModelOfShard(name).value_or(first_model) < first_model;
  });
}

ReplayWindow::ReplayWindow(std::filesystem::path games, const WindowConfig& config,
                           DamagedShards damaged, Warn warn, Patience patience)
    : folder_(std::move(games)),
      config_(config),
      warn_(std::move(warn)),
      loader_(damaged, warn_, std::move(patience)) {
  CheckConfig(config_);
}

int ReplayWindow::Refresh(std::optional<int> newest_model) {
  if (newest_model) MoveOn(*newest_model);
  const Paths paths = newest_model ? ListNewest(*newest_model) : ListFrom(first_model_);
  std::map<std::string, Shard> news = LoadNews(paths);
  RefuseRepeatedGames(paths, &news);
  if (news.empty()) return 0;
  std::vector<std::string> names;
  for (const auto& [name, shard] : news) {
    names.push_back(name);
    positions_made_ += shard.positions;
  }
  shards_.merge(news);
  const std::string dropped = dropped_;
  DropOldest();
  for (const std::string& name : names) {
    if (past_.contains(name) && name < dropped) {
      warn_(paths.at(name).string() +
            ": appeared after the window had moved past it; its games "
            "are counted but not trained on");
      ++late_shards_;
    }
  }
  ForgetModelsBefore(first_model_, &past_);
  return static_cast<int>(names.size());
}

std::map<std::string, int64_t> ReplayWindow::GamesOfShards() const {
  std::map<std::string, int64_t> games;
  for (const auto& [name, shard] : shards_) games[name] = std::ssize(shard.games);
  return games;
}

ReplayWindow::Paths ReplayWindow::ListFrom(int first_model) const {
  Paths paths;
  const auto add = [&](std::vector<std::filesystem::path> listed) {
    for (auto& path : listed) paths.emplace(path.filename(), std::move(path));
  };
  const RunShards shards(folder_);
  add(shards.Loose());
  for (const int model : shards.models()) {
    if (model >= first_model) add(shards.Of(model));
  }
  return paths;
}

ReplayWindow::Paths ReplayWindow::ListNewest(int newest_model) {
  std::vector<int> models;
  const int first_new = newest_model - kNewestModels + 1;
  for (int model = std::max(first_new, 0); model <= newest_model; ++model) models.push_back(model);
  if (turn_ < first_model_ || turn_ >= first_new) turn_ = first_model_;
  if (turn_ < first_new) models.push_back(turn_++);
  Paths paths;
  for (const int model : models) {
    for (const auto& path : ShardsIn(folder_ / NumberedName(model))) {
      paths.emplace(path.filename(), path);
    }
  }
  return paths;
}

/// Leaves the models behind that are neither new nor reached by the window.
void ReplayWindow::MoveOn(int newest_model) {
  const auto oldest = shards_.empty() ? std::nullopt : ModelOfShard(shards_.begin()->first);
  const int first_new = newest_model - kNewestModels + 1;
  first_model_ = std::max(first_model_, std::min(first_new, oldest.value_or(first_new)));
  ForgetModelsBefore(first_model_, &past_);
}

void ReplayWindow::MakePast(const std::string& name) {
  past_.insert(name);
  dropped_ = std::max(dropped_, name);
}

bool ReplayWindow::IsPast(const std::string& name) const {
  return past_.contains(name) || ModelOfShard(name).value_or(first_model_) < first_model_;
}

/// Returns the shards that the window has never held.
std::map<std::string, ReplayWindow::Shard> ReplayWindow::LoadNews(const Paths& paths) {
  std::map<std::string, Shard> news;
  for (const auto& [name, file] : paths) {
    if (shards_.contains(name) || IsPast(name) || loader_.IsPassedOver(name)) continue;
    std::optional<Shard> shard = loader_.LoadNew(file);
    if (shard) news.emplace(name, *std::move(shard));
  }
  return news;
}

/// Removes the shards from `news` that hold a game of the window or of a shard before them.
void ReplayWindow::RefuseRepeatedGames(const Paths& paths, std::map<std::string, Shard>* news) {
  if (news->empty()) return;
  std::unordered_set<uint64_t> ids;
  for (const auto& [name, shard] : shards_) ids.insert(shard.ids.begin(), shard.ids.end());
  for (auto it = news->begin(); it != news->end();) {
    const auto& [name, shard] = *it;
    const auto repeated =
        std::ranges::find_if(shard.ids, [&](uint64_t id) { return ids.contains(id); });
    if (repeated == shard.ids.end()) {
      ids.insert(shard.ids.begin(), shard.ids.end());
      ++it;
      continue;
    }
    warn_(paths.at(name).string() + ": holds game " + std::to_string(*repeated) +
          ", which another shard holds too; none of its games is trained on");
    ++refused_shards_;
    MakePast(name);
    it = news->erase(it);
  }
}

WindowState ReplayWindow::state() const {
  WindowState state;
  for (const auto& [name, shard] : shards_) state.shards.push_back(name);
  state.past.assign(past_.begin(), past_.end());
  state.dropped = dropped_;
  state.first_model = first_model_;
  state.positions_made = positions_made_;
  return state;
}

/// Returns the first model whose folder may hold a shard of the window.
int ReplayWindow::FirstModelOf(const WindowState& state) {
  if (state.shards.empty()) return state.first_model;
  return std::min(state.first_model, ModelOfShard(state.shards.front()).value_or(0));
}

int ReplayWindow::Restore(const WindowState& state) {
  const Paths paths = ListFrom(FirstModelOf(state));
  std::map<std::string, Shard> shards;
  int gone = 0;
  for (const std::string& name : state.shards) {
    const auto file = paths.find(name);
    std::optional<Shard> shard;
    if (file != paths.end()) shard = loader_.Load(file->second);
    if (shard) {
      shards.emplace(name, *std::move(shard));
    } else {
      ++gone;
    }
  }
  Hold(std::move(shards), state);
  if (past_.empty() && !dropped_.empty() && first_model_ == 0) {  // state of an older program
    for (const auto& [name, file] : paths) {
      if (name <= dropped_ && !shards_.contains(name)) past_.insert(name);
    }
    past_.insert(dropped_);
  }
  return gone;
}

void ReplayWindow::Follow(const WindowState& state, const Fetch& fetch) {
  std::map<std::string, Shard> shards;
  for (const std::string& name : state.shards) {
    if (!shards_.contains(name)) shards.emplace(name, loader_.Parse(name, fetch(name)));
  }
  for (const std::string& name : state.shards) {
    if (auto held = shards_.extract(name)) shards.insert(std::move(held));
  }
  Hold(std::move(shards), state);
}

void ReplayWindow::Hold(std::map<std::string, Shard> shards, const WindowState& state) {
  shards_ = std::move(shards);
  past_ = {state.past.begin(), state.past.end()};
  dropped_ = state.dropped;
  first_model_ = state.first_model;
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

void ReplayWindow::DropOldest() {
  const int64_t size = WindowSize(config_, positions_made_);
  int64_t held = 0;
  for (const auto& [name, shard] : shards_) held += shard.positions;
  while (shards_.size() > 1 && held - shards_.begin()->second.positions >= size) {
    held -= shards_.begin()->second.positions;
    MakePast(shards_.begin()->first);
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
