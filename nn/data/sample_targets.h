#pragma once

#include <array>

#include "nn/data/compact_game.h"
#include "rules/game.h"

namespace raichi {

/// Targets that take a formula; docs/network.md says the same in words.

/// Win, draw and loss for `to_move` at `ply`: the game's outcome, mixed with the value q of the
/// search there. q says nothing of draws, so the position's share of them is that of the outcome:
/// a drawn game gives draw = 1 - |q|, another draw = 0, and win - loss = q in both.
std::array<float, 3> OutcomeTarget(const CompactGame& game, int ply, Side to_move,
                                   float root_value_weight);

/// Value for the side to move at `ply`, of the near future: the mean of the coming searches'
/// values, of which the one k plies later weighs (1 - 1/horizon)^k; what weight is left once the
/// game is over goes to its outcome (KataGo's short-term value).
float ShortValueTarget(const CompactGame& game, int ply, double horizon);

/// What became of the pieces of a board.
struct Fates {
  SquareSet survivors;  // squares of this board whose piece is on the last board
  Square king;          // where the king is on the last board; none if captured
};
/// Plays `game`, which is `record` at some ply, on to the end.
Fates FollowPieces(const CompactGame& record, Game* game);

}  // namespace raichi
