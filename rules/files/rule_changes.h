#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "rules/rule_set.h"

namespace raichi {

/// Counterfactual rule sets: the rules of a name with some keys changed, as in
/// `linnaeus+king.armed=none+throne.stop=[king]`. A value is YAML in flow form (base/yaml/flow.h);
/// `none` removes an optional map such as `camps`. Changes apply from left to right. No files are
/// read here.

inline constexpr size_t kMaxBaseName = 64;
inline constexpr size_t kMaxRuleName = 4096;  // with changes

/// The parts of the name of a rule set.
struct RuleName {
  std::string base;     // a name or a file
  std::string changes;  // `+PATH=VALUE` for each change; empty if there is none
};
/// Splits a name at the first `+` that is followed by a path and `=`.
RuleName SplitRuleName(std::string_view text);
/// Whether a rule set may have this name: letters, digits, `-`, `_` and `.`, then perhaps changes.
bool IsRuleName(std::string_view name);

/// The rules of `base` with `changes`, as in `+first=defenders+goal=edge`. Their name is that of
/// `base` and the changes in canonical form: one for each key that differs, in the order of the
/// canonical text, without blanks. If none differs, the result is `base`. `origin` is what errors
/// call the rules. Throws Error `ORIGIN: KEY: …` as for a rule file.
RuleSet ChangeRules(const RuleSet& base, std::string_view changes, const std::string& origin);

}  // namespace raichi
