#include "run/config/config_changes.h"

#include "base/config_keys.h"
#include "base/error.h"

namespace raichi {
namespace {

bool HaveSameValue(const ConfigKey& a, const ConfigKey& b) {
  if (!a.IsList()) return a.Text() == b.Text();
  using List = std::vector<std::string>;
  return *std::get<List*>(a.field) == *std::get<List*>(b.field);
}

}  // namespace

std::vector<KeyChange> ChangesBetween(RunConfig before, RunConfig now) {
  KeyList old_list, new_list;
  ListKeys(&before, &old_list);
  ListKeys(&now, &new_list);
  std::vector<KeyChange> changes;
  for (size_t i = 0; i < old_list.keys().size(); ++i) {
    const ConfigKey &old_key = old_list.keys()[i], &new_key = new_list.keys()[i];
    if (HaveSameValue(old_key, new_key)) continue;
    changes.push_back({.key = old_key.name,
                       .before = old_key.Text(),
                       .now = new_key.Text(),
                       .may_change = old_key.may_change});
  }
  return changes;
}

Json FixedValues(RunConfig config) {
  KeyList list;
  ListKeys(&config, &list);
  Json values = Json::object();
  for (const ConfigKey& key : list.keys()) {
    if (!key.may_change) values[key.name] = key.Text();
  }
  return values;
}

void RequireSameRun(const std::filesystem::path& file, const RunConfig& config, Changes changes) {
  std::string list;
  for (const KeyChange& change : ChangesBetween(LoadRunConfig(file.string(), {}), config)) {
    if (change.may_change && changes == Changes::kAllowed) continue;
    list += (list.empty() ? "" : ", ") + change.key + " " + change.before + ", not " + change.now;
  }
  if (list.empty()) return;
  throw Error(file.string() + ": this run was begun with " + list +
              "; continue it with its own configuration or choose another --dir");
}

}  // namespace raichi
