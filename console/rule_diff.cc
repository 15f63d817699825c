#include "console/rule_diff.h"

#include <array>
#include <string_view>

#include "base/json.h"
#include "console/rule_json.h"

namespace raichi {
namespace {

constexpr std::array<std::string_view, 4> kNotRules = {"name", "title", "sources", "assumed"};

/// Returns the value of `key` in a map, or null if there is none.
Json ValueOf(const Json& map, const std::string& key) {
  return map.is_object() && map.contains(key) ? map[key] : Json();
}

/// Appends the keys of the maps `first` and `second` that differ; one of them may be null.
void Compare(const std::string& path, const Json& first, const Json& second,
             std::vector<RuleDifference>* found) {
  if (first == second) return;
  if (!first.is_object() && !second.is_object()) return found->push_back({path, first, second});
  const std::string prefix = path.empty() ? "" : path + ".";
  const Json& order = first.is_object() ? first : second;
  for (const auto& [key, value] : order.items()) {
    Compare(prefix + key, ValueOf(first, key), ValueOf(second, key), found);
  }
  if (&order == &second || !second.is_object()) return;
  for (const auto& [key, value] : second.items()) {
    if (!first.contains(key)) Compare(prefix + key, Json(), value, found);
  }
}

Json OnlyRules(const RuleSet& rules) {
  Json json = RulesToJson(rules);
  for (const std::string_view key : kNotRules) json.erase(std::string(key));
  return json;
}

}  // namespace

std::vector<RuleDifference> DifferencesOf(const RuleSet& first, const RuleSet& second) {
  std::vector<RuleDifference> found;
  Compare("", OnlyRules(first), OnlyRules(second), &found);
  return found;
}

std::string RuleValueText(const Json& value) {
  if (value.is_null()) return "-";
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_array()) return JsonText(value);
  std::string text;
  for (const Json& item : value) text += (text.empty() ? "" : ", ") + RuleValueText(item);
  return "[" + text + "]";
}

}  // namespace raichi
