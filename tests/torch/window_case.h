#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "nn/backend/trainer.h"
#include "selfplay/records/shard.h"
#include "tests/selfplay/games.h"

namespace raichi {

/// A test that trains on a window of random games.
class WindowCase : public testing::Test {
 protected:
  WindowCase() : window_(folder_ / "games", {}, DamagedShards::kLeave, [](const std::string&) {}) {
    std::filesystem::create_directory(folder_ / "games");
  }
  /// Adds a shard with `count` games; different shards must begin with different games.
  void AddGames(const std::string& rules, uint64_t first_id, size_t count) {
    WriteShard(folder_ / "games" / ("00000000000" + std::to_string(first_id) + ".games"),
               RandomRecords(rules, first_id, count));
    window_.Refresh();
  }
  /// Trains for `steps` steps and returns the statistics of the last one.
  TrainStats Train(Trainer* trainer, int64_t steps) {
    TrainStats last;
    trainer->Train(window_, steps, [&](const TrainStats& stats) {
      last = stats;
      return true;
    });
    return last;
  }
  std::string StateOf(const Trainer& trainer) {
    trainer.SaveState(folder_ / "state");
    return BytesOf(folder_ / "state");
  }

  TemporaryFolder folder_;
  ReplayWindow window_;
};

}  // namespace raichi
