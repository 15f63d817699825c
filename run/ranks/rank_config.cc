#include "run/ranks/rank_config.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/config_keys.h"
#include "base/error.h"
#include "base/json.h"
#include "console/version.h"
#include "rules/canonical_yaml.h"

namespace raichi {
namespace {

/// Returns what must be the same in all ranks, in parts that are fit to be shown.
std::vector<std::string> PartsOf(RunConfig config) {
  std::vector<std::string> parts = {ProgramVersion()};
  KeyList list;
  ListKeys(&config, &list);
  for (const ConfigKey& key : list.keys()) {
    std::string value;
    if (key.IsList()) {
      value = JsonText(*std::get<std::vector<std::string>*>(key.field));
    } else {
      value = key.Text();
    }
    parts.push_back(key.name + "=" + value);
  }
  parts.push_back("from " + (config.origin ? config.origin->weights : "random weights"));
  for (const RulesPtr& rules : config.rule_sets) {
    parts.push_back("rules " + rules->data().name + ": " + ToYaml(rules->data()));
  }
  return parts;
}

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

void RequireSameConfig(const RunConfig& config, Reducer* ranks) {
  const std::vector<std::string> own = PartsOf(config);
  std::string text = JsonText(own);
  ranks->Broadcast(&text);
  const auto first = ParseJson(text).get<std::vector<std::string>>();
  const auto [mine, its] = std::ranges::mismatch(own, first);
  if (mine == own.end() && its == first.end()) return;
  const auto shown = [](auto part, auto end) { return part == end ? "nothing" : FirstLine(*part); };
  throw Error("has another configuration than rank 0: " + shown(mine, own.end()) + ", rank 0 has " +
              shown(its, first.end()) +
              "; start all ranks with the same program, arguments and run folder");
}

}  // namespace raichi
