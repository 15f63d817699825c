#pragma once

#include <map>
#include <string>
#include <vector>

#include "selfplay/ratings/ratings.h"

namespace raichi {

/// A weighted sum of ratings, as the weight of each player.
using RatingSum = std::map<std::string, double>;

/// The mean over seeds of a quantity that each seed gives once, such as a rating or a difference of
/// two, with half the width of its 95 % interval (1.96 standard errors). The error combines two
/// parts. The first is the chance of the games; it includes what all seeds share, such as the
/// anchor of the ratings. The second is the spread between seeds: its variance divided by the
/// number of seeds. The variance counts only as far as the measured spread exceeds the one that the
/// games alone would cause (method of moments, DerSimonian and Laird 1986). With one seed there is
/// only the first part. `per_seed` must not be empty.
EloWithError MeanOverSeeds(const RatingTable& table, const std::vector<RatingSum>& per_seed);

}  // namespace raichi
