#include "selfplay/records/newest_games.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>

#include "rules/error.h"
#include "selfplay/records/shard.h"
#include "selfplay/records/shard_folder.h"

namespace raichi {
namespace {

using RulesByText = std::map<std::string, RulesPtr>;

/// None if the shard is not a good one.
std::vector<GameRecord> ReadGoodShard(const std::filesystem::path& path, const RulesByText& rules) {
  try {
    std::vector<GameRecord> games = ReadShard(path);
    for (const GameRecord& record : games) {
      const auto found = rules.find(record.rules_yaml);
      if (found == rules.end()) return {};
      CheckRecord(record, found->second);
    }
    return games;
  } catch (const Error&) {
    return {};
  }
}

}  // namespace

std::vector<GameRecord> NewestGames(const std::filesystem::path& folder,
                                    std::span<const RulesPtr> rules, size_t count) {
  RulesByText by_text;
  for (const RulesPtr& r : rules) by_text.emplace(RecordedRules(r->data()), r);
  std::vector<std::filesystem::path> shards = ShardsIn(folder);
  std::vector<GameRecord> games;  // the newest first
  for (; !shards.empty() && games.size() < count; shards.pop_back()) {
    std::vector<GameRecord> shard = ReadGoodShard(shards.back(), by_text);
    std::move(shard.rbegin(), shard.rend(), std::back_inserter(games));
  }
  std::reverse(games.begin(), games.end());
  return games;
}

}  // namespace raichi
