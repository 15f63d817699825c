#pragma once

#include <string>
#include <vector>

#include "console/output.h"
#include "rules/rule_set.h"

namespace raichi {

/// A key in which two rule sets differ, as in `king.capture.open`, and its values as JSON; null
/// where a rule set does not have the key.
struct RuleDifference {
  std::string key;
  Json first, second;
};

/// The keys in which two rule sets differ, in the order of the canonical text. Names, titles,
/// sources and assumptions do not count.
std::vector<RuleDifference> DifferencesOf(const RuleSet& first, const RuleSet& second);

/// Writes a value as in rule files: `custodial`, `[king]`; `-` for null.
std::string RuleValueText(const Json& value);

}  // namespace raichi
