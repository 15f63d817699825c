#include "run/config/config.h"

#include <algorithm>

#include "base/config_keys.h"
#include "rules/files/rule_file.h"
#include "run/config/auto_values.h"

namespace raichi {
namespace {

constexpr KeyRange kCount = {0, 1e9};
constexpr KeyRange kAtLeastOne = {1, 1e9};
constexpr double kVeryMany = 1LL << 50;

void ListKeys(Budget* c, KeyList* keys) {
  keys->Add("minutes", &c->minutes, {0, 1e9});
  keys->Add("games", &c->games, {0, kVeryMany});
  keys->Add("steps", &c->steps, {0, kVeryMany});
}

void ListKeys(RandomRulesConfig* c, KeyList* keys) {
  keys->Add("count", &c->count, {0, 1000});
  keys->Add("share", &c->share, {0, 1});
}

void ListKeys(LoopConfig* c, KeyList* keys) {
  keys->Add("games_per_iteration", &c->games_per_iteration, kAtLeastOne);
  keys->Add("iteration_share", &c->iteration_share, {0, 1});
  keys->Add("games_per_shard", &c->games_per_shard, {1, 65536});
  keys->Add("samples_per_position", &c->samples_per_position, {0.01, 1000});
}

void ListKeys(WorkersConfig* c, KeyList* keys) {
  keys->Add("workers", &c->workers, {0, 1024});
  keys->Add("team", &c->team, {0, 1024});
  keys->Add("slots", &c->slots, {1, 65536});
  keys->Add("device", &c->device);
  keys->Add("precision", &c->precision, {"auto", "f32", "bf16", "f16"});
  keys->Add("bench", &c->bench);
}

void ListKeys(EvaluationConfig* c, KeyList* keys) {
  keys->Add("every", &c->every, kCount).may_change = true;
  keys->Add("pairs", &c->pairs, kAtLeastOne).may_change = true;
  keys->Add("final_pairs", &c->final_pairs, kCount).may_change = true;
  keys->Add("visits", &c->visits, kAtLeastOne);
  keys->Add("earlier_models", &c->earlier_models, {0, 1000}).may_change = true;
  keys->Add("opening_random_plies", &c->opening_random_plies, {0, 1000});
  keys->Add("opponents", &c->opponents).may_change = true;
}

/// Adds a section all of whose keys a later start may change.
void AddChangeable(KeyList* keys, const char* name, const std::function<void()>& add) {
  const size_t first = keys->keys().size();
  keys->Section(name, add);
  for (size_t i = first; i < keys->keys().size(); ++i) keys->keys()[i].may_change = true;
}

}  // namespace

void ListKeys(RunConfig* c, KeyList* keys) {
  keys->Add("seed", &c->seed, {0, kVeryMany});
  keys->Add("rules", &c->rules);
  AddChangeable(keys, "budget", [&] { ListKeys(&c->budget, keys); });
  AddChangeable(keys, "machine", [&] { ListKeys(&c->machine, keys); });
  keys->Section("random_rules", [&] { ListKeys(&c->random_rules, keys); });
  keys->Section("loop", [&] { ListKeys(&c->loop, keys); });
  const size_t canvas = keys->keys().size();
  keys->Section("network", [&] { ListKeys(&c->network, keys); });
  keys->keys()[canvas].range.or_zero = true;  // 0 stands for the largest board of the rules
  AddChangeable(keys, "workers", [&] { ListKeys(&c->workers, keys); });
  keys->Section("selfplay", [&] { ListKeys(&c->selfplay, keys); });
  keys->Section("train", [&] { ListKeys(&c->train, keys); });
  keys->Section("window", [&] { ListKeys(&c->window, keys); });
  keys->Section("evaluation", [&] { ListKeys(&c->evaluation, keys); });
  for (ConfigKey& key : keys->keys()) {
    if (MayBeAuto(key.name)) key.autos = &c->auto_keys;
  }
}

std::vector<RulesPtr> OpenRulesOf(const RunConfig& config) {
  if (!config.rule_sets.empty()) return config.rule_sets;
  std::vector<RulesPtr> rules;
  for (const std::string& name : config.rules) rules.push_back(OpenRules(name));
  return rules;
}

int LargestBoard(const RunConfig& config) {
  int largest = 0;
  for (const RulesPtr& rules : OpenRulesOf(config)) largest = std::max(largest, rules->size());
  return largest;
}

std::vector<RulesPtr> OpenNamedRulesOf(const RunConfig& config) {
  std::vector<RulesPtr> rules = OpenRulesOf(config);
  rules.resize(config.rules.size());
  return rules;
}

SelfPlaySetup SelfPlaySetupOf(const RunConfig& config) {
  std::vector<RulesPtr> rules = OpenRulesOf(config);
  const size_t random_rules = rules.size() - config.rules.size();
  return {.config = config.selfplay,
          .seed = config.seed,
          .rules = std::move(rules),
          .random_rules = random_rules,
          .random_share = config.random_rules.share,
          .visit_factors = {},
          .record_surprise = config.train.samples.surprise > 0};
}

}  // namespace raichi
