#pragma once

#include <optional>
#include <vector>

#include "rules/rule_set.h"

namespace raichi {

/// A shipped rule set, and the earliest year (1000 to 2099) that its sources name, if any.
struct ListedRules {
  RuleSet rules;
  std::optional<int> year;
};

/// Returns the shipped rule sets, sorted by size of the board, then by year (those without one
/// last), then by name.
std::vector<ListedRules> ListShippedRules();

}  // namespace raichi
