#include "app/report/games.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/error.h"
#include "run/files/shard_name.h"
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
  ForEachGame(shard, [&](GameRecord&& record) {
    const RulesPtr& its_rules = rules->Of(record, shard.string());
    try {
      CheckRecord(record, its_rules);
    } catch (const Error& error) {
      throw Error(shard.string() + ": " + error.what());
    }
    games.push_back({std::move(record), its_rules, model});
  });
  std::reverse(games.begin(), games.end());
  return games;
}

}  // namespace

GameReader::GameReader(fs::path folder, GameLimits limits)
    : folder_(std::move(folder)), limits_(limits) {}

const GameReader::Shard& GameReader::ReadShardAt(const fs::path& path) {
  Shard& shard = shards_[path.filename()];
  const FileStamp stamp = StampOf(path);
  if (shard.stamp == stamp && stamp != FileStamp()) return shard;
  shard = {.stamp = stamp, .games = {}, .warning = {}};
  try {
    shard.games = ReadChecked(path, &rules_);
  } catch (const Error& error) {
    shard.warning = std::string(error.what()) + "; skipped";
    if (dynamic_cast<const ReadError*>(&error)) shard.stamp = {};  // read again at the next change
  }
  return shard;
}

std::vector<CheckedGame> GameReader::Read(std::vector<std::string>* warnings) {
  std::vector<CheckedGame> games;
  std::set<std::string> used;
  std::vector<fs::path> shards = RunShards(folder_).All();
  size_t plies = 0;
  for (; !shards.empty() && games.size() < limits_.games && plies < limits_.plies;
       shards.pop_back()) {
    used.insert(shards.back().filename());
    const Shard& shard = ReadShardAt(shards.back());
    if (!shard.warning.empty()) warnings->push_back(shard.warning);
    for (const CheckedGame& game : shard.games) {
      if (games.size() == limits_.games || plies >= limits_.plies) break;
      plies += game.record.turns.size();
      games.push_back(game);
    }
  }
  std::erase_if(shards_, [&used](const auto& entry) { return !used.contains(entry.first); });
  return games;
}

}  // namespace raichi
