#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/files/paths.h"
#include "nn/data/shard_loader.h"
#include "selfplay/records/shard_folder.h"

namespace raichi {

/// Size of the replay window: the number of a run's newest positions that training draws from. The
/// window grows as in KataGo (Wu 2019, appendix C). After n positions it holds
///     c (1 + scale ((n / c)^exponent - 1) / exponent)    for n > c = min_positions, else n,
/// and never more than max_positions. Only positions that are policy targets count. A position
/// takes about 130 bytes of memory at 128 visits per search.
struct WindowConfig {
  int64_t min_positions = 25'000;
  double exponent = 0.75;
  double scale = 0.4;
  int64_t max_positions = 2'000'000;
};
class KeyList;
void ListKeys(WindowConfig* config, KeyList* keys);
/// Throws UsageError naming a key whose value is out of range.
void CheckConfig(const WindowConfig& config);
/// Returns the number of positions that the window holds after `positions_made` positions.
int64_t WindowSize(const WindowConfig& config, int64_t positions_made);

/// Shards that a window holds and has held, which suffice to load the window again.
struct WindowState {
  std::vector<std::string> shards;  // file names of the shards it holds, ascending
  /// Names of shards that were dropped or refused and are never loaded again, as are all of models
  /// before `first_model` that it does not hold. `dropped` is the last name that was in `past`.
  /// (States of older programs may lack `past`; all names up to `dropped` are past then.)
  std::vector<std::string> past;
  std::string dropped;
  int first_model = 0;
  int64_t positions_made = 0;  // in all shards ever loaded
  bool operator==(const WindowState&) const = default;
};

/// Removes the names that `first_model` (WindowState) makes needless.
void ForgetModelsBefore(int first_model, std::set<std::string>* past);

/// The newest games of a run's folder games/ (shard_folder.h), for training. Shards are loaded and
/// dropped as a whole, in the order of their names, so the window depends on which shards the
/// folder holds. A shard that appears late, with a name before those already dropped, counts like
/// any other and is held if the window reaches back that far. A game id belongs to one game: a new
/// shard that repeats an id of the window is refused, and nothing of it is trained on or counted.
/// Not thread-safe: use from one thread at a time.
class ReplayWindow {
 public:
  using Warn = std::function<void(const std::string&)>;

  /// Creates an empty window. `warn` is called with one line for each shard that is damaged or
  /// refused, and for each late shard that the window no longer reaches back to. `damaged` selects
  /// what happens to damaged shards.
  ReplayWindow(std::filesystem::path games, const WindowConfig& config, DamagedShards damaged,
               Warn warn, Patience patience = {});

  /// Loads new shards and drops the oldest. Returns the number of shards loaded. A shard that is
  /// listed but cannot be opened yet, as on a network file system, is tried again by the next call;
  /// a damaged one too, and only then set aside (ShardLoader::LoadNew). Throws ReadError if a shard
  /// cannot be read for another reason after the retries that `patience` allows, and VersionError
  /// if a shard has an unknown version or rules that cannot be parsed; the window is then
  /// unchanged.
  ///
  /// Given the run's newest model, looks only at the shards of the newest kNewestModels models and,
  /// in turn, of one older model that the window reaches back to. So a call costs the same however
  /// old the run is. Shards of models before both are not looked for any more.
  int Refresh(std::optional<int> newest_model = {});

  WindowState state() const;
  /// Loads the shards of `state` and no others, each once. Returns the number of shards that are
  /// gone: deleted, or damaged and therefore treated as `Refresh` treats them. Throws ReadError and
  /// VersionError as `Refresh`; the window is then unchanged.
  int Restore(const WindowState& state);
  /// The same for the window of another process, which has read the shards: `fetch` is asked for
  /// the bytes of each shard that the window does not hold yet, in the order of `state.shards`.
  /// Looks at no file. Throws DamagedError; the window is then unchanged.
  using Fetch = std::function<std::string(const std::string& name)>;
  void Follow(const WindowState& state, const Fetch& fetch);

  const std::filesystem::path& folder() const { return folder_; }
  int64_t positions() const { return ends_.empty() ? 0 : ends_.back(); }  // policy targets held
  int64_t positions_made() const { return positions_made_; }
  /// Numbers of shards since this object was made: refused for repeated game ids, too late to be
  /// held, set aside because they were damaged.
  int refused_shards() const { return refused_shards_; }
  int late_shards() const { return late_shards_; }
  int shards_set_aside() const { return loader_.set_aside(); }
  std::map<std::string, int64_t> GamesOfShards() const;  // the games held, by name of the shard
  int64_t games() const { return static_cast<int64_t>(games_.size()); }
  size_t bytes() const;                          // of memory held by games
  int largest_board() const;                     // squares along a side, 0 while empty
  std::vector<std::string> rules_names() const;  // sorted

  /// One policy target of the window.
  struct Target {
    const CompactGame* game;  // owned by the window
    int number;               // index among the game's policy targets
  };
  /// Returns the index-th policy target; `index` is in [0, positions()).
  Target At(int64_t index) const;

 private:
  using Shard = WindowShard;
  using Paths = std::map<std::string, std::filesystem::path>;  // by file name

  Paths ListFrom(int first_model) const;
  Paths ListNewest(int newest_model);
  static int FirstModelOf(const WindowState& state);
  void MoveOn(int newest_model);
  void MakePast(const std::string& name);
  bool IsPast(const std::string& name) const;
  void Hold(std::map<std::string, Shard> shards, const WindowState& state);
  std::map<std::string, Shard> LoadNews(const Paths& paths);
  void RefuseRepeatedGames(const Paths& paths, std::map<std::string, Shard>* news);
  void DropOldest();
  void Reindex();

  std::filesystem::path folder_;
  WindowConfig config_;
  Warn warn_;
  ShardLoader loader_;
  std::map<std::string, Shard> shards_;  // by file name
  std::set<std::string> past_;           // as in WindowState, as are the next two
  std::string dropped_;
  int first_model_ = 0;
  int turn_ = 0;  // the older model that is looked at next
  int64_t positions_made_ = 0;
  int refused_shards_ = 0, late_shards_ = 0;
  std::vector<const CompactGame*> games_;  // of all shards, in order
  std::vector<int64_t> ends_;              // policy targets up to and including each game
};

}  // namespace raichi
