#include "run/config/pinned_rules.h"

#include <algorithm>
#include <memory>
#include <set>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/json.h"
#include "base/rng.h"
#include "rules/files/random_rules.h"
#include "rules/files/rule_changes.h"
#include "rules/files/rule_file.h"
#include "run/config/config_changes.h"
#include "selfplay/records/shard.h"
#include "selfplay/records/shard_folder.h"

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

namespace {

namespace fs = std::filesystem;

bool IsPlainName(const std::string& word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
  return word.find_first_not_of(kPlain) == word.npos;
}

/// Returns the path of the copy of the random rule set with this number. No other copy has such a
/// name.
fs::path RandomRulesFile(const fs::path& run_folder, int number) {
  return run_folder / kPinnedRules / ("random." + std::to_string(number) + ".yaml");
}

/// Opens the rules that `word` stands for in `run_folder`: the run's copy. If there is no copy,
/// because an older version began the run or the copy was deleted, returns the rules of the run's
/// games or, if there are no games, those of the rule file.
RulesPtr OpenRulesOfRun(const fs::path& run_folder, const std::string& word) {
  if (!IsBegun(run_folder)) return OpenRules(word);
  const fs::path copy = PinnedRulesFile(run_folder, word);
  if (Exists(copy)) return OpenRules(copy.string());
  RulesPtr now = OpenRules(word);
  const RulesPtr played = FindPlayedRules(run_folder, now->data().name);
  return played && played->fingerprint() != now->fingerprint() ? played : now;
}

/// Throws Error if two different rule sets have the same name.
void CheckNames(const RunConfig& config) {
  for (size_t i = 0; i < config.rules.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      const Rules &one = *config.rule_sets[j], &other = *config.rule_sets[i];
      if (one.data().name != other.data().name || one.fingerprint() == other.fingerprint())
        continue;
      throw Error("rules: '" + config.rules[j] + "' and '" + config.rules[i] +
                  "' are different rule sets, but both are named '" + one.data().name +
                  "'; expected a name of its own for each");
    }
  }
}

}  // namespace

bool IsBegun(const fs::path& run_folder) {
  return !run_folder.empty() && Exists(run_folder / "config.yaml");
}

fs::path PinnedRulesFile(const fs::path& run_folder, const std::string& word) {
  const std::string name = IsPlainName(word) ? word
                                             : fs::path(SplitRuleName(word).base).stem().string() +
                                                   "-" + ChecksumText(word);
  return run_folder / kPinnedRules / (name + ".yaml");
}

void OpenRuleSets(const fs::path& run_folder, RunConfig* config) {
  config->rule_sets.clear();
  std::vector<RulesPtr> named;
  try {
    for (const std::string& word : config->rules) {
      named.push_back(OpenRulesOfRun(run_folder, word));
    }
    config->rule_sets = named;
    for (int i = 0; i < config->random_rules.count; ++i) {
      const fs::path copy = RandomRulesFile(run_folder, i);
      Rng rng = StreamOf(config->seed, RandomDomain::kRules, static_cast<uint64_t>(i));
      const bool is_pinned = IsBegun(run_folder) && Exists(copy);
      config->rule_sets.push_back(is_pinned ? OpenRules(copy.string()) : DrawRules(named, &rng));
    }
  } catch (const ReadError& error) {
    throw ReadError(std::string("rules: ") + error.what(), error.code());
  } catch (const Error& error) {
    throw Error(std::string("rules: ") + error.what());
  }
  CheckNames(*config);
}

std::vector<std::string> PinRules(const RunConfig& config, const fs::path& run_folder) {
  const std::vector<RulesPtr> rules = OpenRulesOf(config);
  const bool is_begun = IsBegun(run_folder);
  std::vector<std::string> pinned;
  CreateFolders(run_folder / kPinnedRules);
  for (size_t i = 0; i < rules.size(); ++i) {
    const bool is_named = i < config.rules.size();
    const fs::path file =
        is_named ? PinnedRulesFile(run_folder, config.rules[i])
                 : RandomRulesFile(run_folder, static_cast<int>(i - config.rules.size()));
    if (is_begun && Exists(file)) continue;
    AtomicWrite(file, WithSumLine(ToYaml(rules[i]->data())));
    if (is_named) pinned.push_back(config.rules[i]);
  }
  return pinned;
}

std::vector<std::string> DescribeChangedRules(const RunConfig& config, const fs::path& run_folder) {
  std::vector<std::string> sentences;
  const std::vector<RulesPtr> rules = OpenNamedRulesOf(config);
  std::set<std::string> seen;
  for (size_t i = 0; i < rules.size(); ++i) {
    const std::string& word = config.rules[i];
    if (!seen.insert(word).second) continue;
    std::string what;
    try {
      if (OpenRules(word)->fingerprint() == rules[i]->fingerprint()) continue;
      what = "have changed since this run began";
    } catch (const Error&) {
      what = "can no longer be read";
    }
    sentences.push_back("the rules '" + word + "' " + what +
                        "; the run goes on with its own copy, " +
                        PinnedRulesFile(run_folder, word).string());
  }
  return sentences;
}

void BeginFrom(const FirstModel& first, RunConfig* config) {
  config->origin = first.model;
  config->network = first.network;
  config->network.canvas = 0;  // unless a key says otherwise
}

void SettleFirstModel(const FirstModel& first, RunConfig* config) {
  std::erase_if(config->auto_keys,
                [](const std::string& key) { return key.starts_with("network."); });
  int& canvas = config->network.canvas;
  if (canvas == 0) canvas = std::max(first.network.canvas, LargestBoard(*config));
  RunConfig expected = *config;
  expected.network = first.network;
  expected.network.canvas = std::max(first.network.canvas, canvas);
  expected.network.policy_destinations |= config->network.policy_destinations;
  for (const KeyChange& change : ChangesBetween(expected, *config)) {
    throw Error(change.key + ": expected " + change.before + " as in " + first.model.path +
                ", from which the run begins, found " + change.now +
                "; leave this key out (network={} leaves out all)");
  }
}

}  // namespace raichi
