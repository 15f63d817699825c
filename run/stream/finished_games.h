#pragma once

#include <chrono>
#include <functional>
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

}  // namespace raichi
