#include "run/config/played_rules.h"

#include <memory>
#include <set>

#include "base/error.h"
#include "base/files/patience.h"
#include "rules/files/rule_file.h"
#include "selfplay/records/run_shards.h"
#include "selfplay/records/shard.h"

namespace raichi {
namespace {

/// Returns the rule set of that name from the games of a shard, or null if no game has it.
RulesPtr FindRulesIn(const std::filesystem::path& shard, const std::string& name) {
  const ShardReader reader(shard);
  std::set<std::string> seen;
  for (size_t i = 0; i < reader.size(); ++i) {
    const std::string text = reader.Read(i).rules_yaml;
    if (!seen.insert(text).second) continue;
    RulesPtr rules = ParseRules(text, shard.string());
    if (rules->data().name == name) return rules;
  }
  return nullptr;
}

}  // namespace

RulesPtr FindPlayedRules(const std::filesystem::path& run_folder, const std::string& name) {
  for (const std::filesystem::path& shard : RunShards(run_folder / "games").All()) {
    try {
      RulesPtr rules = ReadPatiently(Patience(), [&] { return FindRulesIn(shard, name); });
      if (rules) return rules;
    } catch (const DamagedError&) {
      continue;  // the run's owner will report it and set it aside
    }
  }
  return nullptr;
}

}  // namespace raichi
