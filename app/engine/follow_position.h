#pragma once

#include "rules/game.h"

namespace raichi {

/// Whether two positions have the same pieces on the same squares, whoever is to move.
bool HaveSamePieces(const Position& a, const Position& b);

enum class Followed { kSame, kMove, kAnew };

/// Brings a game to the position that another program reports by its pieces and side to move. Does
/// nothing if the game is already there; plays the legal move that leads there; otherwise (a move
/// was missed, or the game is over by our rules but not by the other program's) restarts from that
/// position without history. If no move can be played from it, throws Error and leaves the game
/// unchanged.
Followed FollowPosition(const Position& position, Game* game);

}  // namespace raichi
