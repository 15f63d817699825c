#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/files/files.h"
#include "console/output.h"
#include "selfplay/records/record_rules.h"

namespace raichi {

/// How the games of a run ended under each rule set, while its models became stronger. Reads a
/// shard again only if its file is another one.
class OutcomeReader {
 public:
  /// Reads at most about `most_games` games of the folder `games/`, in shards that are spread
  /// evenly over the run. A shard that cannot be read is left out.
  explicit OutcomeReader(std::filesystem::path games, int64_t most_games = 6000);

  /// {NAME: {games, attackers, defenders, draws, plies}}: columns beside those of ProgressColumns
  /// (metrics.h), of which the first begins with the iteration `first`, and which end with the
  /// iterations `last`. Games of other iterations, such as those of a run of which this is a fork,
  /// are left out. Without games of the rule set a row
  /// has null in all columns but `games`; `plies` is a mean, the next three are shares of the
  /// games. Rule sets that are not in `names` share the name `other rules`.
  Json Columns(const std::vector<std::string>& names, int first, const std::vector<int>& last);

 private:
  struct Outcomes {
    std::array<int64_t, 4> results{};  // by Result
    int64_t games = 0, plies = 0;
  };
  struct Shard {
    FileStamp stamp;
    int model = 0;                          // the newest when its games were played
    std::map<std::string, Outcomes> rules;  // by name; empty if it was unreadable
  };
  void Read(int first);
  Shard ReadShardAt(const std::filesystem::path& path);

  std::filesystem::path games_;
  int64_t most_games_;
  RulesOfRecords rules_;
  std::map<std::string, Shard> shards_;  // those of the last call, by file name
};

}  // namespace raichi
