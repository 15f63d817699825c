#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "stats/ratings/match_result.h"
#include "stats/ratings/rating_model.h"

namespace raichi {

/// A share of games, 0 to 1, with the bounds of its 95 % interval.
struct ShareOfGames {
  double share = 0;
  double low = 0;
  double high = 0;
};

/// What to expect of games between two players of the same rating.
struct EqualPlayers {
  double rating = 0;       // Elo relative to the anchor.
  EloWithError advantage;  // Of the attackers.
  ShareOfGames score;      // The attackers' points per game; a draw is half a point.
  ShareOfGames draws;
};

/// How balanced a rule set is, as a function of the players' strength. The errors are those for
/// players who stand at a fixed distance from the pool of players; the distance of the pool from
/// the anchor does not add to them. They do not depend on the choice of the anchor.
struct SideTerm {
  std::string rules;
  /// The games under this rule set that told anything, in even games: a pairing on given sides with
  /// n games and a mean score p counts 4 n p (1 - p). A shut-out counts nothing.
  double informative_games = 0;
  EloWithError slope;  // Change of the advantage with 100 Elo of rating.
  /// Levels of strength, the weakest first, evenly spaced over the mean ratings of the informative
  /// games. At least 5 % of these and at least five lie at each end or beyond it. A range of less
  /// than 100 Elo has one level, its middle; a wider one has five.
  std::vector<EqualPlayers> levels;

  /// The level in the middle, where the advantage is known best.
  const EqualPlayers& middle() const { return levels[levels.size() / 2]; }
};

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
