#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/yaml/yaml.h"
#include "rules/canonical_yaml.h"
#include "rules/rules.h"

namespace raichi {

/// Rule files: YAML as `docs/rules.md` describes it. Every error is an `Error` of the form
/// `FILE:LINE: KEY: what is wrong and what was expected`.

/// Parses and checks a rule set, so that `Rules` accepts it. `origin` is the file's name in errors.
RuleSet ParseRuleSet(std::string_view yaml, const std::string& origin);
/// The same for a document that is parsed already.
RuleSet ReadRuleSet(const YamlNode& document);
RuleSet LoadRuleSet(const std::filesystem::path& file);

/// The folder of the shipped rule sets: $RAICHI_RULES if set, else `configs/rules` beside or above
/// the program, else that of the source tree. Throws Error if there is none.
std::filesystem::path RulesFolder();
/// Names of the rule sets in `RulesFolder()`, sorted.
std::vector<std::string> RuleSetNames();
/// Opens a variant by its name or by the path of its file, either perhaps with changes
/// (rule_changes.h). Throws Error listing the names if it is neither.
RulesPtr OpenRules(const std::string& name_or_path);

/// `NAME~XXXXXXXX`: the name of the rules and eight hexadecimal digits of their fingerprint. Two
/// sets of different rules have different ones, also when both have the same name.
std::string NameWithFingerprint(const Rules& rules);
/// What output calls the rules: their name, or NameWithFingerprint if a shipped rule set has this
/// name and other rules. Reads the shipped file.
std::string DisplayName(const Rules& rules);
/// Whether `OpenRules` of their name gives the same rules, from `RulesFolder()`.
bool IsShipped(const Rules& rules);

}  // namespace raichi
