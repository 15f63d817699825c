#include "app/report/games.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "run/files/shard_name.h"
#include "selfplay/records/record_rules.h"
#include "selfplay/records/run_shards.h"
#include "selfplay/records/shard.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

/// The games of a shard, newest first.
std::vector<CheckedGame> ReadChecked(const fs::path& shard, RulesOfRecords* rules) {
  const auto name = ShardName::Parse(shard.filename());
  const std::optional<int> model = name ? std::optional(name->model) : std::nullopt;
  std::vector<CheckedGame> games;
  for (GameRecord& record : ReadShard(shard)) {
    const RulesPtr& its_rules = rules->Of(record, shard.string());
    try {
      CheckRecord(record, its_rules);
    } catch (const Error& error) {
      throw Error(shard.string() + ": " + error.what());
    }
    games.push_back({std::move(record), its_rules, model});
  }
  std::reverse(games.begin(), games.end());
  return games;
}

}  // namespace

std::vector<CheckedGame> ReadGamesForReport(const fs::path& folder, const GameLimits& limits,
                                            std::vector<std::string>* warnings) {
  std::vector<CheckedGame> games;
  RulesOfRecords rules;
  std::vector<fs::path> shards = RunShards(folder).All();
  size_t plies = 0;
  while (!shards.empty() && games.size() < limits.games && plies < limits.plies) {
    try {
      for (CheckedGame& game : ReadChecked(shards.back(), &rules)) {
        if (games.size() == limits.games || plies >= limits.plies) break;
        plies += game.record.turns.size();
        games.push_back(std::move(game));
      }
    } catch (const Error& error) {
      warnings->push_back(std::string(error.what()) + "; skipped");
    }
    shards.pop_back();
  }
  return games;
}

}  // namespace raichi
