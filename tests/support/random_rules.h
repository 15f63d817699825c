#pragma once

#include "rules/rng.h"
#include "rules/rule_set.h"
#include "tests/support/slow_engine.h"

namespace raichi {

/// A rule set of any combination of keys on a board of 5 to 19 with a random setup. It may
/// contradict itself; `Rules` then throws.
RuleSet RandomRuleSet(Rng* rng);

/// A few pieces moved, put or taken away and perhaps the turn changed: odd places (men on the
/// throne, in corners and camps) included, but one king, on no goal, and at least one attacker.
/// Camp state is as in a board read from text.
slow::Board Mutated(const slow::SlowEngine& engine, const slow::Board& board, Rng* rng);

}  // namespace raichi
