#pragma once

#include <string>
#include <vector>

#include "rules/rule_set.h"

namespace raichi {

/// What in a valid rule set looks like an oversight: kinds of squares where the king can never be
/// captured although the rules say how. Each line is `KEY: what follows from it`. Empty if there is
/// none. A capture that the rules forbid in words (`never`) is no oversight.
std::vector<std::string> OversightsOf(const RuleSet& rules);

}  // namespace raichi
