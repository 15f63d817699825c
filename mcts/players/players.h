#pragma once

#include <memory>
#include <string>

#include "mcts/players/player.h"

namespace raichi {

/// The kind of player that a word names: `random`, `greedy`, `playouts:VISITS` or
/// `alphabeta:DEPTH` (up to 32). Null if the word begins like none of them (a model, perhaps).
/// Throws UsageError if it does but its number is missing or out of range.
std::unique_ptr<PlayerKind> ParsePlayer(const std::string& word);

}  // namespace raichi
