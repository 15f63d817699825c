#pragma once

#include "rules/game.h"

namespace raichi {

/// Whether two positions have the same pieces on the same squares, whoever is to move.
bool HaveSamePieces(const Position& a, const Position& b);

enum class Followed { kSame, kMove, kAnew };

/// Brings a game to a position that somebody else sees, known by its pieces and side to move:
/// nothing to do, or by the legal move that leads there, or else (a move was missed, or the game is
/// over by our rules but not by theirs) from that position anew, without history. Throws Error, and
/// leaves the game alone, if one cannot play on from it.
Followed FollowPosition(const Position& position, Game* game);

}  // namespace raichi
