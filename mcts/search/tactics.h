#pragma once

#include <span>

#include "rules/game.h"

namespace raichi {

/// A move that wins the game at once, as far as that is cheap to see: the king reaching a goal, or
/// the capture of the king. None if there is no such move. What it finds is exact under every rule
/// set (the move is tried); wins of other kinds (encirclement, the last attacker, a blockade) are
/// not looked for. `moves` are the legal moves.
Move WinInOne(const Rules& rules, const Position& position, std::span<const Move> moves);

}  // namespace raichi
