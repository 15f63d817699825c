#pragma once

#include <array>

#include "nn/data/compact_game.h"
#include "rules/game.h"

namespace raichi {

/// Training targets that are computed by a formula. docs/network.md describes them in words.

/// Returns the win, draw and loss target for `to_move` at `ply`: the game's outcome mixed with the
/// value q of the search at that ply, which has weight `root_value_weight`. Since q does not tell
/// draws apart, the search's share of draws follows the outcome: draw = 1 - |q| in a drawn game and
/// draw = 0 in any other; win - loss = q in both cases.
std::array<float, 3> OutcomeTarget(const CompactGame& game, int ply, Side to_move,
                                   float root_value_weight);

/// Returns the short-term value target for the side to move at `ply` (as in KataGo): a weighted
/// mean of the values of later searches. The search k plies later has a weight proportional to (1 -
/// 1/horizon)^k; the weight that remains at the end of the game goes to the outcome.
float ShortValueTarget(const CompactGame& game, int ply, double horizon);

/// The fate of a board's pieces by the end of the game.
struct Fates {
  SquareSet survivors;  // squares of this board whose piece is on the last board
  Square king;          // where the king is on the last board; none if captured
};
/// Plays `game`, which is at some ply of `record`, to the end of the record. Returns the fates of
/// the pieces on the board that it started from.
Fates FollowPieces(const CompactGame& record, Game* game);

}  // namespace raichi
