#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "selfplay/records/record.h"

namespace raichi {

/// Finished games that are not yet in a shard. If a shard cannot be written because the disk is
/// full, the games can be kept and written later; no game is lost or written twice.
class FinishedGames {
 public:
  using Time = std::chrono::steady_clock::time_point;
  /// Writes games as a shard of a model. Throws WriteError if that is not possible now; nothing of
  /// the shard is there then.
  using Write = std::function<void(int model, const std::vector<GameRecord>& games)>;

  explicit FinishedGames(Write write) : write_(std::move(write)) {}

  /// Adds games that finished while `model` was the newest one.
  void Add(int model, std::vector<GameRecord> games, Time now);
  /// Returns true if there are enough games for a shard, or if the first has waited for too long.
  bool AreDue(int games_per_shard, std::chrono::seconds longest_wait, Time now) const;

  /// Writes the games, if there are any. Throws WriteError and keeps them if that is not possible.
  void WriteAll();
  /// The same, but if the trouble may pass (MayPass), keeps the games and returns false. `trouble`
  /// then tells what happened.
  bool TryWriteAll();

  size_t size() const { return games_.size(); }
  /// Returns the system's message of the last TryWriteAll if it failed, otherwise nothing.
  const std::string& trouble() const { return trouble_; }

 private:
  Write write_;
  std::vector<GameRecord> games_;
  int model_ = 0;
  Time since_;  // when the first of them was added
  std::string trouble_;
};

/// Returns how long finished games wait for a shard when this many streams play for a run. With
/// many of them, a shard every ten seconds from each would be too many files.
std::chrono::seconds LongestWait(size_t streams);

/// Whether a file could not be written because of the disk, which may change: it is full, a quota
/// or a limit on the size of files is reached, or the device or the network fails.
bool MayPass(int error);

/// The shards of one stream of a run: those in the run's folder `games/`, and the next ones to
/// write. Names and game ids of shards that were set aside are never used again, since a replay
/// window knows a shard by its name alone. Reads headers only. For the process that holds the
/// stream's lock or has claimed its number.
class StreamShards {
 public:
  /// Removes files that the stream left half-written, and sets aside shards of the stream whose
  /// headers are damaged. Throws as ReadOrSetAside. For a stream `is_new`, whose number was never
  /// used before, looks at no file.
  StreamShards(std::filesystem::path games, int stream, bool is_new = false);

  /// Returns the first game id that no shard of the stream in the folder has used when this object
  /// was made. Different streams have different ids.
  uint64_t first_free_game() const { return first_free_game_; }
  /// Counts the games in the folder that the stream played with a model. Games of shards that were
  /// set aside do not count.
  int64_t CountGames(int model) const;
  /// Writes games, in any order but at least one, as the next shard of a model. Passes over names
  /// that are taken: no shard is ever replaced. Throws WriteError if the shard cannot be written;
  /// nothing of it is there then.
  void Write(int model, std::vector<GameRecord> games);

 private:
  void RemoveTemporaries(const std::filesystem::path& folder) const;
  void Note(const std::filesystem::path& file);

  std::filesystem::path games_;
  int stream_;
  std::vector<std::filesystem::path> loose_;  // RunShards::Loose, when this object was made
  uint64_t first_free_game_;
  std::map<int, int> next_numbers_;  // of the next shard of each model
};

}  // namespace raichi
