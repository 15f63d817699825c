#pragma once

#include <span>

#include "rules/game.h"

namespace raichi {

/// The encoder's vector of numbers (docs/network.md, "Numbers"): the side to move, the history that
/// the rules judge by, and every rule that changes play. Fills all kGlobals of `numbers`.
void EncodeNumbers(const Game& game, std::span<float> numbers);

}  // namespace raichi
