#pragma once

#include <span>

#include "rules/game.h"

namespace raichi {

/// The encoder's vector of numbers (docs/network.md, "Numbers"): the side to move, the history that
/// the rules judge by, and every rule that changes play. Overwrites all kGlobals of `numbers`. The
/// places of the rules' numbers are in rules/rule_keys.h.
void EncodeNumbers(const Game& game, std::span<float> numbers);

}  // namespace raichi
