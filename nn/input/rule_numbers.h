#pragma once

#include <span>

#include "rules/game.h"

namespace raichi {

/// Writes the encoder's vector of numbers (docs/network.md, "Numbers"): the side to move, the
/// history that the rules depend on, and every rule that affects play. Overwrites all kGlobals
/// elements of `numbers`. The index of each rule's numbers is in rules/rule_keys.h.
void EncodeNumbers(const Game& game, std::span<float> numbers);

}  // namespace raichi
