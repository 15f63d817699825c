#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <vector>

#include "selfplay/records/record.h"

namespace raichi {

/// The shards of one stream of a run: those in the run's folder `games/`, and the next ones to
/// write. Names and game ids of shards that were set aside are never used again, since a replay
/// window knows a shard by its name alone. Reads headers only. For the process that holds the
/// stream's lock or has claimed its number.
class StreamShards {
 public:
  /// Removes files that the stream left half-written, and sets aside shards of the stream whose
  /// headers are damaged. Throws as ReadOrSetAside. For a stream `is_new`, whose number was never
  /// used before, looks at no file.
  StreamShards(std::filesystem::path games, int stream, bool is_new = false);

  /// Returns the first game id that no shard of the stream in the folder has used when this object
  /// was made. Different streams have different ids.
  uint64_t first_free_game() const { return first_free_game_; }
  /// Counts the games in the folder that the stream played with a model. Games of shards that were
  /// set aside do not count.
  int64_t CountGames(int model) const;
  /// Writes games, in any order but at least one, as the next shard of a model. Passes over names
  /// that are taken: no shard is ever replaced. Throws WriteError if the shard cannot be written;
  /// nothing of it is there then.
  void Write(int model, std::vector<GameRecord> games);

 private:
  void RemoveTemporaries(const std::filesystem::path& folder) const;
  void Note(const std::filesystem::path& file);

  std::filesystem::path games_;
  int stream_;
  uint64_t first_free_game_;
  std::map<int, int> next_numbers_;  // of the next shard of each model
};

}  // namespace raichi
