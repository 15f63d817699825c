#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "rules/rules.h"

namespace raichi {

/// Rule files: YAML as `docs/rules.md` describes it. All errors are `Error` with file, line and
/// what was expected.

RuleSet ParseRuleSet(std::string_view yaml, const std::string& origin);
RuleSet LoadRuleSet(const std::filesystem::path& file);
/// The canonical text of a rule set: fixed key order, every optional key that is not its default.
/// Parsing it gives an equal rule set.
std::string ToYaml(const RuleSet& rule_set);

/// Where the shipped rule sets are: $RAICHI_RULES if set, else `configs/rules` beside or above the
/// program, else that of the source tree.
std::filesystem::path RulesFolder();
/// Names of the rule sets in `RulesFolder()`, sorted.
std::vector<std::string> RuleSetNames();
/// A variant's name or a file's path. Throws Error listing the names when it is neither.
RulesPtr OpenRules(const std::string& name_or_path);

}  // namespace raichi
