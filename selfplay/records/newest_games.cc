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

/// Returns the games of a shard. Throws DamagedError at the first that is not valid.
std::vector<GameRecord> ReadChecked(const std::filesystem::path& path, const RulesByText& rules) {
  std::vector<GameRecord> games;
  ForEachGame(path, [&](GameRecord&& record) {
    const auto found = rules.find(record.rules_yaml);
    if (found == rules.end()) throw DamagedError(path.string() + ": a game by other rules");
    try {
      CheckRecord(record, found->second);
    } catch (const Error& error) {
      throw DamagedError(path.string() + ": " + error.what());
    }
    games.push_back(std::move(record));
  });
  return games;
}

/// Returns the games of a shard, or none if it is damaged or gone or holds an invalid game.
std::vector<GameRecord> ReadGoodShard(const std::filesystem::path& path, const RulesByText& rules,
                                      const Patience& patience) {
  try {
    return ReadPatiently(patience, [&] { return ReadChecked(path, rules); });
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
