#include "tools/report_games.h"

#include <algorithm>
#include <utility>

#include "rules/error.h"
#include "selfplay/files.h"
#include "selfplay/shard.h"
#include "selfplay/shard_folder.h"
#include "tools/record_rules.h"
#include "tools/run_selfplay.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

/// A shard's games, the newest first.
std::vector<CheckedGame> ReadChecked(const fs::path& shard, RulesOfRecords* rules) {
  std::vector<CheckedGame> games;
  for (GameRecord& record : ReadShard(shard)) {
    const RulesPtr& its_rules = rules->Of(record, shard.string());
    try {
      CheckRecord(record, its_rules);
    } catch (const Error& error) {
      throw Error(shard.string() + ": " + error.what());
    }
    games.push_back({std::move(record), its_rules});
  }
  std::reverse(games.begin(), games.end());
  return games;
}

std::string PutAside(const fs::path& shard, const Error& error) {
  try {
    SetAside(shard);
    return std::string(error.what()) + "; set aside";
  } catch (const Error&) {  // of another owner, or another process was quicker
    return std::string(error.what()) + "; passed over";
  }
}

}  // namespace

std::vector<CheckedGame> ReadNewestGames(const fs::path& folder, const ReportLimits& limits,
                                         std::vector<std::string>* warnings) {
  std::vector<CheckedGame> games;
  RulesOfRecords rules;
  std::vector<fs::path> shards = ShardsIn(folder);
  size_t plies = 0;
  while (!shards.empty() && games.size() < limits.games && plies < limits.plies) {
    try {
      for (CheckedGame& game : ReadChecked(shards.back(), &rules)) {
        if (games.size() == limits.games || plies >= limits.plies) break;
        plies += game.record.turns.size();
        games.push_back(std::move(game));
      }
    } catch (const Error& error) {
      warnings->push_back(PutAside(shards.back(), error));
    }
    shards.pop_back();
  }
  return games;
}

int64_t CountGamesFrom(const fs::path& folder, int first_model) {
  int64_t count = 0;
  for (const fs::path& path : ShardsIn(folder)) {
    const auto name = ShardName::Parse(path.filename());
    if (!name || name->model < first_model) continue;
    try {
      count += static_cast<int64_t>(ShardReader(path).size());
    } catch (const Error&) {
    }
  }
  return count;
}

}  // namespace raichi
