#pragma once

#include <string>
#include <vector>

#include "app/report/games.h"
#include "console/output.h"
#include "rules/game.h"

namespace raichi {

/// The squares of a game's position as text, ranks from the top one (`3ttt3/4t4/…`).
std::string SquaresOf(const Game& game);

/// Special squares of each rule set of `games`, by its name, for drawing boards: {NAME: {title,
/// size, throne, corners, camps, goal}}; squares as `e5`, none: null or empty; goal: `edge` or
/// `corners`.
Json BoardsOf(const std::vector<CheckedGame>& games);

/// A game to look at:
///   id, rules, attackers, defenders (players), result, reason
///   positions  squares before the first move and after each
///   moves, captures  of each ply: text with captures; squares of the men taken
///   values, network  of the position before each ply, by the search and by the network alone, from
///              -1 (defenders win) to 1 (attackers win); null where the move was not searched
Json ReplayToJson(const CheckedGame& game);

/// Some of the first of `games` with each result, in their order.
Json SamplesOf(const std::vector<CheckedGame>& games);

}  // namespace raichi
