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

/// Parses, checks and compiles rules. `origin` is the file's name in errors.
RulesPtr ParseRules(std::string_view yaml, const std::string& origin);
/// Does the same with a parsed YAML document.
RulesPtr ReadRules(const YamlNode& document);
RulesPtr LoadRules(const std::filesystem::path& file);

/// The rules as plain data. They are checked, so that `Rules` accepts them.
inline RuleSet ParseRuleSet(std::string_view yaml, const std::string& origin) {
  return ParseRules(yaml, origin)->data();
}
inline RuleSet LoadRuleSet(const std::filesystem::path& file) { return LoadRules(file)->data(); }

/// Returns the folder of the shipped rule sets: $RAICHI_RULES if it is set, otherwise
/// `configs/rules` beside or above the program, otherwise the one in the source tree. Throws Error
/// if there is none.
std::filesystem::path RulesFolder();
/// Returns the names of the rule sets in `RulesFolder()`, sorted.
std::vector<std::string> RuleSetNames();
/// Opens a rule set by its name or by the path of its file, optionally followed by changes
/// (rule_changes.h). A shipped rule file is read once, and again after it has changed. Throws
/// UsageError if there is neither such a name nor such a file or a change
/// is wrong, and Error if the file is.
RulesPtr OpenRules(const std::string& name_or_path);

/// Returns the shipped rules of a name without changes; null if there are none or their file is
/// wrong.
RulesPtr FindShippedRules(const std::string& name);

/// Returns `NAME~XXXXXXXX`: the name of the rules and eight hexadecimal digits of their
/// fingerprint, which distinguish different rules of the same name.
std::string NameWithFingerprint(const Rules& rules);
/// Returns the name of the rules for output: their own name, or NameWithFingerprint if a shipped
/// rule set has the same name but different rules.
std::string DisplayName(const Rules& rules);
/// Whether the shipped rule set of this name has the same rules.
bool IsShipped(const Rules& rules);

}  // namespace raichi
