#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "selfplay/records/record.h"
#include "selfplay/records/shard_folder.h"

namespace raichi {

/// Deals out the games of the shards still to be written, in the order of their ids, and collects
/// them until a shard is whole. Which games come back when does not change the shards. Not
/// thread-safe.
class ShardQueue {
 public:
  /// `shards`: ascending, not overlapping.
  explicit ShardQueue(const std::vector<IdRange>& shards);

  /// The id of the next game to play; none after the last.
  std::optional<uint64_t> NextGame();
  /// Takes a game that was dealt out. The games of its shard, ascending, once it is whole;
  /// otherwise nothing.
  std::vector<GameRecord> Add(GameRecord game);
  /// Every game has been taken back.
  bool IsDone() const { return missing_ == 0; }
  /// Ends early: what has been collected of unfinished shards, each run of consecutive ids a shard
  /// of its own.
  std::vector<std::vector<GameRecord>> TakeUnfinished();

 private:
  struct Shard {
    IdRange ids;
    std::vector<std::optional<GameRecord>> games;  // empty before the first and after the last
    uint64_t collected = 0;
  };
  Shard& ShardOf(uint64_t id);

  std::vector<Shard> shards_;
  size_t next_shard_ = 0;
  uint64_t next_id_ = 0;
  uint64_t missing_ = 0;
};

}  // namespace raichi
