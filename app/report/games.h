#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/files/files.h"
#include "console/output.h"
#include "rules/rules.h"
#include "selfplay/records/record.h"

namespace raichi {

/// A recorded game that was checked against its rules.
struct CheckedGame {
  GameRecord record;
  RulesPtr rules;
  std::optional<int> model = std::nullopt;  // the newest model when it was played
};

/// Limits on the games that a report reads: it stops at whichever is reached first.
struct GameLimits {
  size_t games = 2000;
  size_t plies = 150'000;
};

/// Reads the newest games of a run's folder `games/`. Keeps what it read, so that later calls read
/// only shards whose files are new.
class GameReader {
 public:
  explicit GameReader(std::filesystem::path folder, GameLimits limits = {});

  /// The games, newest first. Skips a shard that is damaged or has a game
  /// that breaks its rules, and adds a line to `warnings`.
  std::vector<CheckedGame> Read(std::vector<std::string>* warnings);

 private:
  struct Shard {
    FileStamp stamp;
    std::vector<CheckedGame> games;  // newest first
    std::string warning;             // why it is skipped, or nothing
  };
  const Shard& ReadShardAt(const std::filesystem::path& path);

  std::filesystem::path folder_;
  GameLimits limits_;
  RulesOfRecords rules_;
  std::map<std::string, Shard> shards_;  // those of the last call, by file name
};

/// Statistics of games, newest first. Null if there are none.
///
///   games, positions               how many; positions are plies
///   first, last                    the models of the oldest and the newest game, or null
///   attackers, defenders, draws    games won by each side, and drawn games
///   plies                          mean length of a game
///   endings                        [{result, reason, games}], most frequent first
///   width                          of the bins below, in plies
///   lengths                        [[attackers, draws, defenders]]: games that ended in each bin
///   entropy                        [nats or null]: mean policy entropy of full searches by bin
///   mean_entropy, full_searches    mean over all bins, number of full searches
Json SummarizeGames(const std::vector<CheckedGame>& games);

}  // namespace raichi
