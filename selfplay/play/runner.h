#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

#include "mcts/evaluator.h"
#include "mcts/players/player.h"
#include "selfplay/play/game_slot.h"
#include "selfplay/play/progress.h"

namespace raichi {

/// Self-play and matches by several workers at once (threads: crew.h).
///
/// Each worker is a thread with an evaluator (or two players) of its own, made on that thread. What
/// the workers share: the queue of games and finished shards (behind one mutex, touched once a
/// game), the immutable rules and configuration, and the atomic counts of `SelfPlayProgress`.
/// Everything else, files and hooks included, happens on the calling thread.

/// A stretch of self-play: games `first_game` … `first_game + num_games - 1`.
struct SelfPlayRun {
  SelfPlaySetup setup;
  std::filesystem::path folder;  // of the shards; must exist
  uint64_t first_game = 0;
  uint64_t num_games = 0;  // all shards to be written are listed first: not without end
  int games_per_shard = 64;
  int workers = 1;
  int slots = 64;  // games at once, per worker
};

struct SelfPlayHooks {
  /// Called on the worker's thread, with the worker's number from 0.
  std::function<std::unique_ptr<Evaluator>(int worker)> new_evaluator;
  /// The model's name for the record of a game that begins now. Called on any thread, never twice
  /// at once. Empty: no name.
  std::function<std::string()> model;
  /// After a shard has been written. May be empty.
  std::function<void(const std::filesystem::path& path, std::span<const GameRecord> games)>
      on_shard;
  /// Asked every few hundredths of a second; true ends the run as a stop request does. May be
  /// empty.
  std::function<bool()> should_stop;
};

struct SelfPlayOutcome {
  bool complete = false;     // every game of the run lies in a shard
  uint64_t games_found = 0;  // already there, not played again
  uint64_t games_written = 0;
  uint64_t shards_written = 0;
};

/// Plays the games of the run that `folder` does not hold yet and writes them as shards of fixed
/// blocks of ids, [k * games_per_shard, (k + 1) * games_per_shard), each as soon as it is complete.
/// The files depend only on the setup, the model and the ids, not on workers, slots or timing,
/// provided that an evaluation does not depend on the rest of its batch.
///
/// The run owns the folder: damaged shards are set aside with a warning and their games are played
/// again. On a stop, unfinished games are dropped, and the finished games of incomplete shards are
/// written as smaller shards, which a later run completes.
///
/// Throws what a worker or a hook threw, UsageError for a run that makes no sense, ReadError and
/// VersionError for shards that cannot be read, and Error if the folder holds games of another seed
/// or cannot be written. Shards that were written stay.
SelfPlayOutcome RunSelfPlay(const SelfPlayRun& run, const SelfPlayHooks& hooks,
                            const std::stop_token& stop, SelfPlayProgress* progress);

}  // namespace raichi
