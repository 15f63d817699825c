#pragma once

#include "console/output.h"
#include "rules/rule_set.h"

namespace raichi {

/// Returns a rule set as JSON, with the keys and values of its canonical rule file (docs/rules.md).
Json RulesToJson(const RuleSet& rules);

}  // namespace raichi
