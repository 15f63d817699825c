#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "selfplay/ratings/match_result.h"
#include "selfplay/ratings/rating_model.h"

namespace raichi {

/// Results of matches with players and rule sets as numbers, in order of first mention.
struct RatingProblem {
  struct Player {
    std::string name;
    Tally attackers;  // All its games on this side.
    Tally defenders;
  };
  std::vector<Player> players;
  std::vector<std::string> rules;
  size_t anchor = 0;
  /// One entry for each rule set and ordered pairing, with the games of the prior.
  std::vector<RatingModel::Games> games;

  /// Returns the player's parameter in RatingModel, or -1 for the anchor, which has none.
  int Parameter(size_t player) const {
    return player == anchor ? -1 : static_cast<int>(player < anchor ? player : player - 1);
  }
};

/// Collects the results between different players. `anchor` and `prior_games` are those of
/// RatingOptions. Throws Error as `Rate` does.
RatingProblem StateProblem(std::span<const MatchResult> results, const std::string& anchor,
                           double prior_games);

}  // namespace raichi
