#pragma once

#include <vector>

#include "base/rng.h"
#include "rules/rules.h"

namespace raichi {

/// Draws a rule set: one of `bases`, which must not be empty, with one to four changes. A change
/// sets one key, or a few that belong together, to one of a list of values, or takes over the setup
/// of another base with a board of the same size. A drawn change that the rules already have, or
/// that contradicts them, is replaced by another. The name is that of the base with the changes
/// (rule_changes.h).
RulesPtr DrawRules(const std::vector<RulesPtr>& bases, Rng* rng);

}  // namespace raichi
