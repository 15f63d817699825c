#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/rng.h"

namespace raichi {

/// Estimates how many games of a run wait for training, so that players can pause when training
/// falls behind. Needs no service: all games of the newest model wait, because training on them
/// makes the next model. Lists one folder about every 30 seconds, or sooner if the limit will be
/// reached sooner at the speed so far, and reads a few headers, since shards of different players
/// have different sizes. Not thread-safe.
class Backlog {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// `games` is the run's folder of games. `rng` draws the headers that are read, and spreads the
  /// times at which the processes of a run look.
  Backlog(std::filesystem::path games, Rng rng) : games_(std::move(games)), rng_(rng) {}

  /// Returns whether more than `limit` games of the newest model waited at the last look. If the
  /// folder could not be listed then, nothing waits.
  bool IsLongerThan(int64_t limit, int model, Time now);
  /// Returns the number of games that it found then.
  int64_t games() const { return estimate_; }

 private:
  using Seconds = std::chrono::duration<double>;

  int64_t Estimate(int model);
  Time::duration TimeUntil(int64_t games);
  double MeanSize(const std::vector<std::filesystem::path>& shards);

  std::filesystem::path games_;
  Rng rng_;
  int model_ = -1;
  std::map<std::string, int64_t> sizes_;  // of the shards of `model_` whose headers were read
  int64_t estimate_ = 0;
  double speed_ = 0;        // games a second of all players; 0: not known yet
  Time begin_, next_look_;  // of this model
};

}  // namespace raichi
