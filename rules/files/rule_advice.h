#pragma once

#include <string>
#include <vector>

#include "rules/rule_set.h"

namespace raichi {

/// Finds likely oversights in a valid rule set: kinds of squares where the king can never be
/// captured although the rules say how he is captured there. Each line has the form `KEY:
/// consequence`. Captures that the rules forbid explicitly (`never`) are not reported.
std::vector<std::string> OversightsOf(const RuleSet& rules);

}  // namespace raichi
