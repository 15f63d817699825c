#include "console/rule_json.h"

#include <yaml-cpp/yaml.h>

#include "rules/files/rule_file.h"

namespace raichi {
namespace {

/// Unquoted words that are numbers or truths become such.
Json ScalarToJson(const YAML::Node& node) {
  if (node.Tag() == "!") return node.Scalar();
  if (node.IsNull()) return nullptr;
  int number = 0;
  if (YAML::convert<int>::decode(node, number)) return number;
  if (node.Scalar() == "true" || node.Scalar() == "false") return node.Scalar() == "true";
  return node.Scalar();
}

Json ToJson(const YAML::Node& node) {
  if (node.IsScalar() || node.IsNull()) return ScalarToJson(node);
  Json json = node.IsSequence() ? Json::array() : Json::object();
  for (const auto& entry : node) {
    if (node.IsSequence()) {
      json.push_back(ToJson(entry));
    } else {
      json[entry.first.Scalar()] = ToJson(entry.second);
    }
  }
  return json;
}

}  // namespace

Json RulesToJson(const RuleSet& rules) { return ToJson(YAML::Load(ToYaml(rules))); }

}  // namespace raichi
