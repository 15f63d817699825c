#include "selfplay/records/newest_games.h"

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <map>
#include <string>

#include "base/error.h"
#include "rules/canonical_yaml.h"
#include "selfplay/records/run_shards.h"
#include "selfplay/records/shard.h"

namespace raichi {
namespace {

using RulesByText = std::map<std::string, RulesPtr>;

bool AreValid(const std::vector<GameRecord>& games, const RulesByText& rules) {
  try {
    for (const GameRecord& record : games) {
      const auto found = rules.find(record.rules_yaml);
      if (found == rules.end()) return false;
      CheckRecord(record, found->second);
    }
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// Returns the games of a shard, or none if it is damaged or gone or holds an invalid game.
std::vector<GameRecord> ReadGoodShard(const std::filesystem::path& path, const RulesByText& rules,
                                      const Patience& patience) {
  try {
    std::vector<GameRecord> games = ReadPatiently(patience, [&] { return ReadShard(path); });
    if (AreValid(games, rules)) return games;
  } catch (const DamagedError&) {
  } catch (const ReadError& error) {
    if (error.code() != ENOENT) throw;
  }
  return {};
}

}  // namespace

std::vector<GameRecord> NewestGames(const std::filesystem::path& folder,
                                    std::span<const RulesPtr> rules, size_t count,
                                    const Patience& patience) {
  RulesByText by_text;
  for (const RulesPtr& r : rules) by_text.emplace(RecordedRules(r->data()), r);
  std::vector<GameRecord> games;  // Newest first.
  if (count == 0) return games;
  const RunShards shards = ReadPatiently(patience, [&] { return RunShards(folder); });
  std::vector<int> models = shards.models();
  for (; !models.empty() && games.size() < count; models.pop_back()) {
    std::vector<std::filesystem::path> paths =
        ReadPatiently(patience, [&] { return shards.Of(models.back()); });
    for (; !paths.empty() && games.size() < count; paths.pop_back()) {
      std::vector<GameRecord> shard = ReadGoodShard(paths.back(), by_text, patience);
      std::move(shard.rbegin(), shard.rend(), std::back_inserter(games));
    }
  }
  std::reverse(games.begin(), games.end());
  return games;
}

}  // namespace raichi
