#pragma once

#include <vector>

#include "app/report/games.h"
#include "console/output.h"

namespace raichi {

/// Statistics of games, newest first. Null if there are none.
///
///   games, positions               how many; positions are plies
///   first, last                    the models of the oldest and the newest game, or null
///   attackers, defenders, draws    games won by each side, and drawn games
///   plies                          mean length of a game
///   endings                        [{result, reason, games}], most frequent first
///   width                          of the bins below, in plies
///   lengths                        [[attackers, draws, defenders]]: games that ended in each bin
///   entropy                        [nats or null]: mean policy entropy of full searches by bin
///   mean_entropy, full_searches    mean over all bins, number of full searches
Json SummarizeGames(const std::vector<CheckedGame>& games);

}  // namespace raichi
