#pragma once

#include "selfplay/balance/bootstrap.h"
#include "selfplay/balance/cross_play.h"

namespace raichi {

/// Returns the percentile interval of the mean over pairs of points per game, by drawing openings
/// with replacement and then games within an opening and pair. The seeds stay. `table` is that of
/// `play`, which has a game.
Interval BootstrapPairs(const CrossPlay& play, const PairTable& table,
                        const BootstrapSettings& settings);

}  // namespace raichi
