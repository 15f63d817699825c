#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "rules/rule_set.h"

namespace raichi {

/// Rule sets that are named by changes to another one, as in
/// `linnaeus+king.armed=none+throne.stop=[king]`. A value is YAML in flow form (base/yaml/value.h);
/// `none` removes an optional map such as `camps`. Changes apply from left to right. These
/// functions read no files.

inline constexpr size_t kMaxBaseName = 64;
inline constexpr size_t kMaxRuleName = 4096;  // bytes, including changes

/// The parts of the name of a rule set.
struct RuleName {
  std::string base;     // a name or a file
  std::string changes;  // `+PATH=VALUE` for each change; empty if there are none
};
/// Splits a name at the first `+` that is followed by a path and `=`.
RuleName SplitRuleName(std::string_view text);
/// Whether a rule set may have this name: letters, digits, `-`, `_` and `.`, a letter or digit
/// first, optionally followed by changes; not a word that YAML reads as null.
bool IsRuleName(std::string_view name);

/// Applies `changes`, such as `+first=defenders+goal=edge`, to the rules `base`. The new name
/// consists of the name of `base` and the changes in canonical form: one for each key that differs,
/// in the order of the canonical text, without blanks. If no key differs, returns `base`. `origin`
/// names the rules in error messages. Throws Error `ORIGIN: KEY: …` as for a rule file.
RuleSet ChangeRules(const RuleSet& base, std::string_view changes, const std::string& origin);

/// Finds likely oversights in a valid rule set: kinds of squares where the king can never be
/// captured although the rules say how he is captured there. Each line has the form `KEY:
/// consequence`. Captures that the rules forbid explicitly (`never`) are not reported.
std::vector<std::string> OversightsOf(const RuleSet& rules);

}  // namespace raichi
