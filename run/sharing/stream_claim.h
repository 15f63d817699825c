#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "run/sharing/run_lock.h"

namespace raichi {

/// A stream: one process's sequence of games and shards in a run. Its number is part of the names
/// of the shards and of the ids of the games.
struct Stream {
  int number = 0;
  /// The number was claimed by ClaimStream and never used before. Otherwise it was chosen by the
  /// user, and shards of earlier processes of that stream may exist.
  bool is_new = false;
  std::shared_ptr<const RunLock> lock{};  // held on a stream that the user chose; null if claimed
};

/// The smallest number that ClaimStream gives, so that claimed streams and those chosen by the user
/// (0 to 99) can be mixed, and the largest.
constexpr int kFirstClaimedStream = 100;
constexpr int kLastStream = (1 << 23) - 1;  // the highest bits of a game's id

/// Claims a stream by creating RUN/streams/NNNNNN. The file says which process claimed the stream.
/// Processes of any number of machines can do so at the same time, and no two get the same number,
/// now or later: a job that is started again while its former process is still running gets another
/// one. Lists the folder once and takes one of the next four numbers or, if many others start at
/// the same time, a random one of the next few thousand. If `streams/` is empty or missing, the
/// first number is larger than those of all shards. Throws Error if the file cannot be created.
Stream ClaimStream(const std::filesystem::path& run_folder);
/// Takes a stream that the user chose. No other process can take it while a copy of the result
/// lives. Throws HeldError if another process has it.
Stream TakeStream(const std::filesystem::path& run_folder, int number);

/// Counts the games of a run to which other processes add shards, from the headers of the shards.
/// Each header is read once. A shard that cannot be read now counts as soon as it can be. Remembers
/// the names of the newest models' shards alone.
class GameCounter {
 public:
  /// `games` is the run's folder of games (shard_folder.h).
  explicit GameCounter(std::filesystem::path games) : games_(std::move(games)) {}

  /// Lists all shards and returns the number of their games. `newest_model` is the run's; there may
  /// be shards of later models, which are gone, in a run that was set back.
  int64_t CountAll(int newest_model);
  /// Lists only the folders of the newest four models; the others count as before. If nothing can
  /// be listed now, returns what was known before.
  int64_t Count(int newest_model);
  /// Lists those of the newest kNewestModels; shards of these that are gone count no more. Throws
  /// ReadError if a folder cannot be listed.
  int64_t Recount(int newest_model);

 private:
  using Sizes = std::map<std::string, int64_t>;  // by name

  void Recount(int model, Sizes* sizes) const;
  int Close(int newest_model);
  int64_t Sum() const;

  std::filesystem::path games_;
  std::map<int, Sizes> open_;  // by model: those that may still get shards
  int64_t closed_ = 0;         // games of the others
};

}  // namespace raichi
