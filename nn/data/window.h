#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "nn/data/compact_game.h"

namespace raichi {

/// How many of a run's newest positions are trained on. Grows as KataGo's window (Wu 2019, appendix
/// C): with n positions made so far it holds
///     c (1 + scale ((n / c)^exponent - 1) / exponent)    for n > c = min_positions, else n,
/// and never more than max_positions (about 130 bytes each in memory at 128 visits a search).
/// Positions are those that are policy targets.
struct WindowConfig {
  int64_t min_positions = 25'000;
  double exponent = 0.75;
  double scale = 0.4;
  int64_t max_positions = 2'000'000;
};
void CheckConfig(const WindowConfig& config);  // throws UsageError naming the value
int64_t WindowSize(const WindowConfig& config, int64_t positions_made);

/// Which shards a window holds: enough to load it again.
struct WindowState {
  std::vector<std::string> shards;  // file names, ascending
  std::string dropped;              // names up to this one were dropped, and are not loaded again
  int64_t positions_made = 0;       // in all shards ever loaded
  bool operator==(const WindowState&) const = default;
};

/// The newest games of a run's games/ folder, for training. Shards come and go whole; their order
/// is that of their names, so a window depends on which shards it holds and not on when they came.
class ReplayWindow {
 public:
  using Warn = std::function<void(const std::string&)>;

  /// An empty window; `warn` hears one line for each shard that is set aside.
  ReplayWindow(std::filesystem::path games, const WindowConfig& config, Warn warn);

  /// Loads the shards that have appeared, drops the oldest. A damaged shard, or one with an illegal
  /// game, is set aside (renamed to NAME.bad) with a warning. Returns the number of shards loaded.
  int Refresh();

  WindowState state() const;
  /// Loads just the shards of `state`. Throws Error naming one that is missing or damaged.
  void Restore(const WindowState& state);

  int64_t positions() const { return ends_.empty() ? 0 : ends_.back(); }  // policy targets held
  int64_t positions_made() const { return positions_made_; }
  int64_t games() const { return static_cast<int64_t>(games_.size()); }
  size_t bytes() const;                          // of memory held by games
  int largest_board() const;                     // squares along a side, 0 while empty
  std::vector<std::string> rules_names() const;  // sorted

  /// The index-th policy target, index in [0, positions()).
  struct Target {
    const CompactGame* game;
    int number;  // of the game's policy targets
  };
  Target At(int64_t index) const;

 private:
  struct Shard {
    std::vector<std::unique_ptr<CompactGame>> games;
    int64_t positions = 0;
  };
  Shard LoadShard(const std::filesystem::path& file);
  RulesPtr RulesOf(const std::string& yaml);
  void DropOldest();
  void Reindex();

  std::filesystem::path folder_;
  WindowConfig config_;
  Warn warn_;
  std::map<std::string, Shard> shards_;  // by file name
  std::string dropped_;
  int64_t positions_made_ = 0;
  std::map<std::string, RulesPtr> rules_;  // by canonical text
  std::vector<const CompactGame*> games_;  // of all shards, in order
  std::vector<int64_t> ends_;              // policy targets up to and including each game
};

}  // namespace raichi
