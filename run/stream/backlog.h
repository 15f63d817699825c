#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "base/rng.h"

namespace raichi {

/// Estimates how many games of a run wait for training, so that players can pause when training
/// falls behind. Needs no service: all games of the newest model wait, because training on them
/// makes the next model. Lists one folder about every 30 seconds and reads a few headers, since
/// shards of different players have different sizes. Not thread-safe.
class Backlog {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// `games` is the run's folder of games. `rng` draws the headers that are read, and spreads the
  /// times at which the processes of a run look.
  Backlog(std::filesystem::path games, Rng rng) : games_(std::move(games)), rng_(rng) {}

  /// Returns whether more than `limit` games of the newest model wait, as it was found at most 40
  /// seconds ago. If the folder cannot be listed now, nothing waits.
  bool IsLongerThan(int64_t limit, int model, Time now);
  /// Returns the number of games that it found then.
  int64_t games() const { return estimate_; }

 private:
  int64_t Estimate(int model);
  double MeanSize(const std::vector<std::filesystem::path>& shards);

  std::filesystem::path games_;
  Rng rng_;
  int model_ = -1;
  std::map<std::string, int64_t> sizes_;  // of the shards of `model_` whose headers were read
  int64_t estimate_ = 0;
  std::optional<Time> next_look_;
};

}  // namespace raichi
