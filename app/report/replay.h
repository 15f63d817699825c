#pragma once

#include <string>
#include <vector>

#include "app/report/games.h"
#include "console/output.h"
#include "rules/game.h"

namespace raichi {

/// The squares of a game's position as text, the top rank first (`3ttt3/4t4/…`).
std::string SquaresOf(const Game& game);

/// The special squares of a rule set, for drawing boards: {title, size, throne, corners, camps,
/// goal}. A square is text such as `e5`; `throne` may be null, `corners` and `camps` may be empty;
/// `goal` is `edge` or `corners`.
Json BoardToJson(const Rules& rules);

/// The boards of all rule sets of `games`: {NAME: BoardToJson}.
Json BoardsOf(const std::vector<CheckedGame>& games);

/// A game for the replay section:
///   id, rules, attackers, defenders (players), result, reason
///   first            the side that moves first
///   positions        the squares before the first move and after each move
///   moves, captures  of each ply: the move as text, and the squares of the captured pieces
///   values, network  of the position before each ply: the value by the player and by the network
///                    alone, from -1 (defenders win) to 1 (attackers win). In self-play both are
///                    null if the move was not searched; games of matches have no `network`, and
///                    no `values` if no player has an opinion (0 is then that of random moves)
Json ReplayToJson(const CheckedGame& game);

/// A few of the newest games with each result. `games`: newest first; the samples keep this order.
Json SamplesOf(const std::vector<CheckedGame>& games);

}  // namespace raichi
