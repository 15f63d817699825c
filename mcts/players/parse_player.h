#pragma once

#include <memory>
#include <string>

#include "mcts/players/player.h"

namespace raichi {

/// Returns the kind of player that a word names: `random`, `greedy`, `playouts:VISITS` or
/// `alphabeta:DEPTH` (up to 32). Returns null if the word starts with none of these names (it may
/// be a model). Throws UsageError if it does but the number is missing, out of range or, as in
/// `greedy:3`, one too many.
std::unique_ptr<PlayerKind> ParsePlayer(const std::string& word);

}  // namespace raichi
