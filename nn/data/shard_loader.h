#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/files/paths.h"
#include "rules/game.h"
#include "selfplay/records/record.h"
#include "selfplay/records/shard.h"
#include "selfplay/records/shard_folder.h"

namespace raichi {

/// A finished game reduced to what training needs: its moves, the values of its searches, and the
/// visit counts of each policy target. Takes a few bytes per move.
class CompactGame {
 public:
  struct Visit {
    Move move;
    uint16_t count;  // scaled down if the search gave any move more than 65535 visits
  };

  /// Requires that CheckRecord has accepted `record` under `rules`.
  CompactGame(const GameRecord& record, RulesPtr rules);

  const RulesPtr& rules() const { return rules_; }
  Position Start() const;
  Result result() const { return result_; }
  /// Returns true if the game ended by the rules, so that the last board shows which pieces
  /// survived; false if it was resigned or cut short.
  bool played_out() const { return played_out_; }
  /// Returns what the last search of a game that the players' limit on plies cut short thought of
  /// it, for the attackers: the limit is not one of the rules, so the draw says nothing. None for
  /// other games.
  std::optional<float> CutValue() const;
  std::span<const Move> moves() const { return moves_; }
  /// Returns the mean value of the search at `ply` for the side to move, or none if there was no
  /// search at that ply.
  std::optional<float> RootValue(int ply) const;

  int targets() const { return static_cast<int>(targets_.size()); }
  /// Return the ply of a policy target and its visits. `target` is in [0, targets()).
  int PlyOf(int target) const { return targets_[static_cast<size_t>(target)].ply; }
  std::span<const Visit> VisitsOf(int target) const;
  /// Draws a policy target in proportion to its surprise, given a uniform number in [0, 1). Targets
  /// of unknown surprise weigh as much as the others on average; without any surprise all weigh the
  /// same. There must be a target.
  int DrawBySurprise(double uniform) const;

  size_t bytes() const;

 private:
  struct Target {
    uint16_t ply;
    uint16_t surprise;  // in units of 1 / kSurpriseScale; kNoSurprise if unknown
    uint32_t end;       // of its visits in visits_
  };
  RulesPtr rules_;
  std::string start_;  // position text; empty for the rules' setup
  Result result_;
  bool played_out_;
  std::vector<Move> moves_;
  std::vector<int16_t> values_;  // by ply; kNoValue if there was no search
  std::vector<Target> targets_;
  std::vector<Visit> visits_;
};

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

  /// The same for a shard whose bytes another process has read. Throws DamagedError.
  WindowShard Parse(const std::string& name, std::string bytes);

  int set_aside() const { return set_aside_; }  // shards, by this object
  /// Whether the shard is damaged and was left in place.
  bool IsPassedOver(const std::string& name) const { return passed_over_.contains(name); }

 private:
  WindowShard ReadGames(const ShardReader& shard);
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
