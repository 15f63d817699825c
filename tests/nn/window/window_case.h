#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "nn/data/window.h"
#include "selfplay/records/shard.h"
#include "tests/selfplay/games.h"

namespace raichi {

/// Windows of the shards in a temporary folder.
class WindowTest : public testing::Test {
 protected:
  void AddShard(const std::string& name, uint64_t first_id, size_t games = 3,
                const std::string& variant = "linnaeus") {
    WriteShard(folder_ / name, RandomRecords(variant, first_id, games));
  }
  ReplayWindow NewWindow(const WindowConfig& config = {}) {
    return ReplayWindow(
        folder_.path(), config, damaged_,
        [this](const std::string& line) { warnings_.push_back(line); },
        {.waits = {std::chrono::milliseconds(1)}, .sleep = [this](auto) { on_wait_(); }});
  }

  TemporaryFolder folder_;
  std::vector<std::string> warnings_;
  DamagedShards damaged_ = DamagedShards::kRename;
  std::function<void()> on_wait_ = [] {};
};

}  // namespace raichi
