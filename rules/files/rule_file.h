#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "rules/rules.h"
#include "rules/yaml/yaml.h"

namespace raichi {

/// Rule files: YAML as `docs/rules.md` describes it. Every error is an `Error` of the form
/// `FILE:LINE: KEY: what is wrong and what was expected`.

/// The rule set that `yaml` describes, checked as far as that `Rules` accepts it. `origin` is the
/// file's name in errors.
RuleSet ParseRuleSet(std::string_view yaml, const std::string& origin);
/// The same of a document that is parsed already.
RuleSet RuleSetFrom(const YamlNode& document);
RuleSet LoadRuleSet(const std::filesystem::path& file);
/// The canonical text of a valid rule set: fixed key order, every optional key that is not its
/// default. Parsing it gives an equal rule set.
std::string ToYaml(const RuleSet& rule_set);

/// Where the shipped rule sets are: $RAICHI_RULES if set, else `configs/rules` beside or above the
/// program, else that of the source tree. Throws Error if there is no such folder.
std::filesystem::path RulesFolder();
/// Names of the rule sets in `RulesFolder()`, sorted.
std::vector<std::string> RuleSetNames();
/// A variant's name or a file's path. Throws Error listing the names when it is neither.
RulesPtr OpenRules(const std::string& name_or_path);

}  // namespace raichi
