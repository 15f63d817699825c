#pragma once

#include <span>

#include "rules/game.h"

namespace raichi {

/// Writes the encoder's vector of numbers (docs/network.md, "Numbers"): the side to move, the
/// history that the rules depend on, and every rule that affects play. Overwrites all kGlobals
/// elements of `numbers`. rules/rule_keys.h defines the index of each rule's numbers.
void EncodeNumbers(const Game& game, std::span<float> numbers);

}  // namespace raichi
