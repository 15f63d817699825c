#pragma once

#include <map>
#include <string>
#include <vector>

#include "selfplay/ratings/ratings.h"

namespace raichi {

/// A sum of players' ratings, by weight.
using RatingSum = std::map<std::string, double>;

/// The mean of a quantity that was measured once per seed, such as a rating or the difference of
/// two, with half the width of its 95 % interval (1.96 standard errors). The error has two parts:
/// that of the games, with all that the seeds share, as the anchor; and the spread between seeds,
/// its variance over their number, in so far as the measured spread exceeds what the games alone
/// would make (the method of moments of a random-effects analysis, DerSimonian and Laird 1986). One
/// seed knows no spread: its error is that of the games. `per_seed` must not be empty.
EloWithError MeanOverSeeds(const RatingTable& table, const std::vector<RatingSum>& per_seed);

}  // namespace raichi
