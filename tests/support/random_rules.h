#pragma once

#include "rules/rng.h"
#include "rules/rule_set.h"
#include "tests/support/slow_engine.h"

namespace raichi {

/// A rule set with a random combination of keys and a random setup on a board of 5 to 19. It may
/// contradict itself; `Rules` then throws.
RuleSet RandomRuleSet(Rng* rng);

/// The board with a few pieces moved, added or removed, and perhaps the other side to move. Men may
/// stand on the throne, corners and camps. There is one king, not on a goal, and at least one
/// attacker. Camp state is as in a board read from text.
slow::Board Mutated(const slow::SlowEngine& engine, const slow::Board& board, Rng* rng);

}  // namespace raichi
