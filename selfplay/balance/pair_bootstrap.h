#pragma once

#include "selfplay/balance/bootstrap.h"
#include "selfplay/balance/cross_play.h"

namespace raichi {

/// Returns the percentile interval, by the hierarchical bootstrap of score_estimate.h, of the mean
/// over pairs of points per game. Draws in which no drawn pair has a game do not count. `table` is
/// that of `play`, which has a game.
Interval BootstrapPairs(const CrossPlay& play, const PairTable& table,
                        const BootstrapSettings& settings);

}  // namespace raichi
