#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/files/patience.h"
#include "nn/data/compact_game.h"
#include "selfplay/records/record_rules.h"
#include "selfplay/records/shard_folder.h"

namespace raichi {

/// A shard in the replay window.
struct WindowShard {
  std::vector<std::unique_ptr<CompactGame>> games;
  std::vector<uint64_t> ids;  // of all games, ascending
  int64_t positions = 0;      // policy targets
};

/// Reads shards for a replay window, and decides what happens to those that cannot be read.
class ShardLoader {
 public:
  using Warn = std::function<void(const std::string&)>;

  ShardLoader(DamagedShards damaged, Warn warn, Patience patience)
      : damaged_(damaged), warn_(std::move(warn)), patience_(std::move(patience)) {}

  /// Returns a shard that is listed in its folder, or nothing if it is damaged. A damaged shard is
  /// set aside with a warning or, where damaged shards are left in place, never read again. A shard
  /// with an illegal game counts as damaged. Shards are remembered by their file names. Throws
  /// ReadError after the retries that `patience` allows, and VersionError.
  std::optional<WindowShard> Load(const std::filesystem::path& file);

  /// The same for a shard that has just appeared in a folder that other machines write to. What a
  /// network file system shows of it may be out of date. Therefore, nothing is returned where the
  /// file cannot be opened yet (ENOENT, ESTALE, EIO), and a damaged shard is passed over with a
  /// warning the first time, and set aside only if it is still damaged in a later call.
  std::optional<WindowShard> LoadNew(const std::filesystem::path& file);

  int set_aside() const { return set_aside_; }  // shards, by this object
  /// Whether the shard is damaged and was left in place.
  bool IsPassedOver(const std::string& name) const { return passed_over_.contains(name); }
  /// Makes the next calls read damaged shards again that were left in place.
  void TryDamagedAgain() { passed_over_.clear(); }

 private:
  WindowShard ReadGames(const std::filesystem::path& file);
  void GiveUp(const std::filesystem::path& file, const std::string& what);

  DamagedShards damaged_;
  Warn warn_;
  Patience patience_;
  RulesOfRecords rules_;
  int set_aside_ = 0;
  std::set<std::string> passed_over_;  // damaged, and left in the folder
  std::set<std::string> suspects_;     // damaged when they were read for the first time
};

}  // namespace raichi
