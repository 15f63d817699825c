#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "selfplay/records/record.h"
#include "selfplay/records/shard_folder.h"

namespace raichi {

/// Queue that hands out the games of the shards to be written, in the order of their ids, and
/// collects the finished games until a shard is complete. The order in which games are returned
/// does not affect the shards. Not thread-safe.
class ShardQueue {
 public:
  /// Creates a queue for `shards`, which must be ascending and must not overlap.
  explicit ShardQueue(const std::vector<IdRange>& shards);

  /// Returns the id of the next game to play, or nothing after the last.
  std::optional<uint64_t> NextGame();
  /// Adds a finished game that was handed out. Returns the games of its shard, ascending by id, if
  /// this completes the shard; otherwise returns nothing.
  std::vector<GameRecord> Add(GameRecord game);
  /// Returns true if every game has been added.
  bool IsDone() const { return missing_ == 0; }
  /// Removes the games collected for incomplete shards, to end a run early. Returns each run of
  /// consecutive ids as a shard of its own.
  std::vector<std::vector<GameRecord>> TakeUnfinished();

 private:
  struct Shard {
    IdRange ids;
    /// Empty before the first game is added and after the shard is complete.
    std::vector<std::optional<GameRecord>> games;
    uint64_t collected = 0;
  };
  Shard& ShardOf(uint64_t id);

  std::vector<Shard> shards_;
  size_t next_shard_ = 0;
  uint64_t next_id_ = 0;
  uint64_t missing_ = 0;
};

}  // namespace raichi
