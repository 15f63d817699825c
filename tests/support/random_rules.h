#pragma once

#include "base/rng.h"
#include "rules/rule_set.h"
#include "tests/support/slow_engine.h"

namespace raichi {

/// Returns a rule set with a random combination of keys and a random setup on a board of 5x5 to
/// 19x19 squares. The rule set may contradict itself; `Rules` then throws.
RuleSet RandomRuleSet(Rng* rng);

/// Returns a copy of `board` with a few pieces moved, added or removed, and perhaps the other side
/// to move. Men may stand on the throne, corners and camps. There is one king, not on a goal, and
/// at least one attacker. Camp state is as in a board parsed from text.
slow::Board Mutated(const slow::SlowEngine& engine, const slow::Board& board, Rng* rng);

}  // namespace raichi
