#pragma once

#include <chrono>
#include <utility>
#include <vector>

#include "selfplay/records/record.h"

namespace raichi {

/// Finished games that are not yet in a shard.
class FinishedGames {
 public:
  using Time = std::chrono::steady_clock::time_point;
  static constexpr std::chrono::seconds kLongestWait{10};

  void Add(std::vector<GameRecord> games, Time now) {
    if (games_.empty()) since_ = now;
    for (GameRecord& game : games) games_.push_back(std::move(game));
  }
  /// Returns true if there are enough games for a shard, or if some have waited for long.
  bool AreDue(int games_per_shard, Time now) const {
    return !games_.empty() &&
           (static_cast<int>(games_.size()) >= games_per_shard || now - since_ > kLongestWait);
  }
  bool empty() const { return games_.empty(); }
  std::vector<GameRecord> Take() { return std::exchange(games_, {}); }

 private:
  std::vector<GameRecord> games_;
  Time since_;  // when the first of them was added
};

}  // namespace raichi
