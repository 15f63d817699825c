#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "nn/model/model.h"
#include "run/config/config.h"
#include "run/files/folder.h"
#include "run/stream/selfplay_stream.h"
#include "selfplay/records/shard.h"
#include "selfplay/records/shard_folder.h"
#include "tests/nn/fake_backend.h"
#include "tests/run/run_folder_case.h"
#include "tests/selfplay/games.h"
#include "tests/support/places.h"

namespace raichi {

/// A small run of brandubh in a folder of its own, whose networks a fake backend computes.
class FakeRun : public RunFolderCase {
 protected:
  /// Begins the run, or opens it again, with smoke.yaml and these changes to it.
  void OpenRun(std::vector<std::string> changes = {}) {
    changes.insert(changes.begin(), {"rules=[brandubh]", "workers.workers=3"});
    config_ = LoadRunConfig(SourceDir() + "/configs/runs/smoke.yaml", changes);
    folder_.emplace(run(), config_);
  }

  void AddModel(int number) const {
    std::filesystem::create_directories(folder_->Model(number));
    WriteRandomModel(ModelFile(folder_->Model(number)), config_.network,
                     static_cast<uint64_t>(number) + 1);
  }

  static bool NeverEnds(const SelfPlaySummary&) { return false; }

  std::vector<std::filesystem::path> Shards() const { return RunShards(folder_->games()).All(); }
  std::vector<GameRecord> Games() const {
    std::vector<GameRecord> games;
    for (const auto& shard : Shards()) {
      for (GameRecord& game : ReadShard(shard)) games.push_back(std::move(game));
    }
    return games;
  }
  /// Returns how many of the games each name played as attackers.
  std::map<std::string, int> AttackersOf(const std::vector<GameRecord>& games) const {
    std::map<std::string, int> counts;
    for (const GameRecord& game : games) ++counts[game.attackers];
    return counts;
  }
  /// Checks that the games are valid and that no two have the same id.
  void CheckGames(const std::vector<GameRecord>& games) const {
    std::set<uint64_t> ids;
    for (const GameRecord& game : games) {
      EXPECT_NO_THROW(CheckRecord(game, config_.rule_sets[0]));
      EXPECT_TRUE(ids.insert(game.game_id).second) << game.game_id;
    }
  }

  /// Flips a bit of a file, at an offset from its end if that is negative.
  static void FlipABit(const std::filesystem::path& file, int offset) {
    std::string bytes = BytesOf(file);
    char& byte = bytes[offset < 0 ? bytes.size() - static_cast<size_t>(-offset)
                                  : static_cast<size_t>(offset)];
    byte = static_cast<char>(byte ^ 4);
    WriteBytes(file, bytes);
  }

  const FakeBackend backend_;
  RunConfig config_;
  std::optional<RunFolder> folder_;
};

}  // namespace raichi
