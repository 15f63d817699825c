#pragma once

#include "console/output.h"
#include "rules/rule_set.h"

namespace raichi {

/// A rule set as JSON: the keys and values of its rule file (docs/rules.md), those that are not
/// their defaults.
Json RulesToJson(const RuleSet& rules);

}  // namespace raichi
