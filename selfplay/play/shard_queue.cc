#include "selfplay/play/shard_queue.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace raichi {

ShardQueue::ShardQueue(const std::vector<IdRange>& shards) {
  for (const IdRange& ids : shards) {
    RAICHI_CHECK(shards_.empty() || shards_.back().ids.last < ids.first);
    missing_ += ids.size();
    shards_.push_back({.ids = ids, .games = {}, .collected = 0});
  }
  if (!shards_.empty()) next_id_ = shards_.front().ids.first;
}

std::optional<uint64_t> ShardQueue::NextGame() {
  if (next_shard_ == shards_.size()) return std::nullopt;
  const uint64_t id = next_id_++;
  if (id == shards_[next_shard_].ids.last && ++next_shard_ < shards_.size()) {
    next_id_ = shards_[next_shard_].ids.first;
  }
  return id;
}

ShardQueue::Shard& ShardQueue::ShardOf(uint64_t id) {
  const auto after = [](uint64_t game, const Shard& shard) { return game < shard.ids.first; };
  const auto next = std::upper_bound(shards_.begin(), shards_.end(), id, after);
  RAICHI_CHECK(next != shards_.begin() && id <= std::prev(next)->ids.last);
  return *std::prev(next);
}

std::vector<GameRecord> ShardQueue::Add(GameRecord game) {
  Shard& shard = ShardOf(game.game_id);
  shard.games.resize(shard.ids.size());
  std::optional<GameRecord>& place = shard.games[game.game_id - shard.ids.first];
  RAICHI_CHECK(!place.has_value());
  place = std::move(game);
  --missing_;
  if (++shard.collected < shard.ids.size()) return {};

  std::vector<GameRecord> whole;
  for (std::optional<GameRecord>& record : std::exchange(shard.games, {})) {
    whole.push_back(*std::move(record));
  }
  return whole;
}

std::vector<std::vector<GameRecord>> ShardQueue::TakeUnfinished() {
  std::vector<std::vector<GameRecord>> parts;
  for (Shard& shard : shards_) {
    bool joined = false;
    for (std::optional<GameRecord>& record : std::exchange(shard.games, {})) {
      if (record && !joined) parts.emplace_back();
      joined = record.has_value();
      if (record) parts.back().push_back(*std::move(record));
    }
  }
  return parts;
}

}  // namespace raichi
