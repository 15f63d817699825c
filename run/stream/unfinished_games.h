#pragma once

#include <filesystem>
#include <vector>

#include "base/rng.h"
#include "selfplay/records/record.h"

namespace raichi {

/// Games in progress that players leave behind when they are stopped, and that other players go on
/// with: RUN/unfinished/000012-117-000000.unfinished, the newest model when the games were left,
/// the stream and a counter. Without them short games would be favoured. The file is a shard
/// (docs/game-records.md) of games whose result is `ongoing`. One process only can take it.
class UnfinishedGames {
 public:
  /// A file that is older than so many models is removed, and no file is written if there are so
  /// many.
  static constexpr int kMostModels = 8;
  static constexpr size_t kMostFiles = 4096;

  /// `rng` draws the file that is taken, so that players that start together take different ones.
  UnfinishedGames(std::filesystem::path run_folder, int stream, Rng rng);

  /// Leaves games behind, and returns whether they were written. Throws WriteError.
  bool Leave(int model, std::vector<GameRecord> games) const;
  /// Takes the games of one file, or none if there is no file for a player with this newest model.
  /// Nobody else gets them. Warns of a file that is damaged and of a game that is not valid, which
  /// are dropped. If nothing can be read or changed there now, returns none.
  std::vector<GameRecord> Take(int newest_model);

 private:
  std::vector<GameRecord> TakeFile(const std::filesystem::path& file) const;

  const std::filesystem::path folder_;
  const int stream_;
  Rng rng_;
};

/// Returns the model in the name of such a file; -1 if the name is another one.
int ModelOfUnfinished(const std::filesystem::path& file);

}  // namespace raichi
