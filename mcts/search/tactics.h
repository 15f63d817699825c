#pragma once

#include <span>

#include "rules/game.h"

namespace raichi {

/// Returns a move that wins the game at once by moving the king to a goal or by capturing the king
/// or the royal attacker next to him, or no move if there is none. The result is exact under every
/// rule set, because the move is tried on the board. Other kinds of wins (encirclement, capture of
/// the last attacker, blockade) are not looked for, to keep the check cheap. `moves` are the legal
/// moves.
Move WinInOne(const Rules& rules, const Position& position, std::span<const Move> moves);

}  // namespace raichi
