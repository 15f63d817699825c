#pragma once

#include <vector>

#include "app/report/games.h"
#include "console/output.h"

namespace raichi {

/// What the newest games are like:
///   games, positions
///   first, last                       the models of the oldest and the newest of them, or null
///   attackers, defenders, draws       games won by each side, and drawn
///   plies                             mean length
///   endings  [{result, reason, games}], the most frequent first
///   width    of the bins below, in plies
///   lengths  [[attackers, draws, defenders]]: games that ended in each bin
///   entropy  [nats or null]: mean entropy of the policies of full searches in each bin
///   mean_entropy, full_searches       over all bins
/// Null without games.
Json NewestGames(const std::vector<CheckedGame>& games);

}  // namespace raichi
