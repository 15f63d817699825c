#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "mcts/evaluator.h"
#include "mcts/players/player.h"
#include "selfplay/play/game_slot.h"
#include "selfplay/play/worker.h"
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

/// Self-play by several workers at once (threads: threads.h).
///
/// Each worker is a thread with its own evaluator, created on that thread. The workers share the
/// queue of games and finished shards (guarded by one mutex, locked once per game), the immutable
/// rules and configuration, and the counters of `SelfPlayProgress`. Everything else, including
/// files and all other hooks, runs on the calling thread.

/// A range of self-play games, with ids `first_game` to `first_game + num_games - 1`.
struct SelfPlayJob {
  SelfPlaySetup setup;
  std::filesystem::path folder;  // Folder of the shards; must exist.
  uint64_t first_game = 0;
  /// Must be bounded, because all shards to write are listed before play begins.
  uint64_t num_games = 0;
  int games_per_shard = 64;
  int workers = 1;
  int slots = 64;  // Games that each worker plays at once.
};

struct SelfPlayHooks {
  /// Creates a worker's evaluator. Called on the worker's thread with the worker's number, from 0.
  std::function<std::unique_ptr<Evaluator>(int worker)> new_evaluator;
  /// Returns the model's name for the record of a game that begins now. Called on any thread, but
  /// never concurrently. If empty, records name no model.
  std::function<std::string()> model;
  /// Called before play begins with the number of games that the folder lacks. May be empty.
  std::function<void(uint64_t games)> on_missing;
  /// Called after a shard has been written. May be empty.
  std::function<void(const std::filesystem::path& path, std::span<const GameRecord> games)>
      on_shard;
  /// Polled every few hundredths of a second; returning true ends the job like a stop request. May
  /// be empty.
  std::function<bool()> should_stop;
};

struct JobOutcome {
  bool complete = false;     // Every game of the job is in a shard.
  uint64_t games_found = 0;  // Games already in shards, which were not played again.
  uint64_t games_written = 0;
  uint64_t shards_written = 0;
};

/// Plays the games of the job that its folder does not hold yet and writes them as shards. Each
/// shard covers a fixed block of ids, [k * games_per_shard, (k + 1) * games_per_shard), and is
/// written as soon as it is complete. The files depend only on the setup, the model and the ids,
/// not on workers, slots or timing, provided that an evaluation does not depend on the rest of its
/// batch.
///
/// The job owns the folder: damaged shards are set aside with a warning, and their games are played
/// again. On a stop, unfinished games are dropped, and the finished games of incomplete shards are
/// written as smaller shards, which a later job completes.
///
/// Rethrows what a worker or a hook threw. Throws UsageError if the job's settings are invalid,
/// ReadError and VersionError for shards that cannot be read, and Error if the folder cannot be
/// written or holds a shard whose first game has another seed, model or rule set than the job gives
/// it. Shards that were written before an error remain.
JobOutcome PlayJob(const SelfPlayJob& job, const SelfPlayHooks& hooks, const std::stop_token& stop,
                   SelfPlayProgress* progress);

}  // namespace raichi
