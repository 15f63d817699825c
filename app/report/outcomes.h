#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "console/output.h"
#include "selfplay/records/record_rules.h"

namespace raichi {

/// How the games of a run ended under each rule set, while its models became stronger. Reads a
/// shard only once, since shards never change.
class OutcomeReader {
 public:
  /// Reads at most about `most_games` games of the folder `games/`, in shards that are spread
  /// evenly over the run. A shard that cannot be read is left out.
  explicit OutcomeReader(std::filesystem::path games, int64_t most_games = 6000);

  /// {NAME: {games, attackers, defenders, draws, plies}}: columns beside those of ProgressColumns
  /// (metrics.h), whose rows end with the iterations `last`. Without games of the rule set a row
  /// has null in all columns but `games`; `plies` is a mean, the next three are shares of the
  /// games. Rule sets that are not in `names` share the name `other rules`.
  Json Columns(const std::vector<std::string>& names, const std::vector<int>& last);

 private:
  struct Outcomes {
    std::array<int64_t, 4> results{};  // by Result
    int64_t games = 0, plies = 0;
  };
  struct Shard {
    int model = 0;                          // the newest when its games were played
    std::map<std::string, Outcomes> rules;  // by name
  };
  void Read();
  std::optional<Shard> ReadShardAt(const std::filesystem::path& path);

  std::filesystem::path games_;
  int64_t most_games_;
  RulesOfRecords rules_;
  std::map<std::string, std::optional<Shard>> seen_;  // by file name; nothing if it was unreadable
  std::vector<const Shard*> chosen_;
};

}  // namespace raichi
