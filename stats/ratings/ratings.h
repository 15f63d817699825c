#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "stats/ratings/match_result.h"
#include "stats/ratings/rating_model.h"
#include "stats/ratings/rating_problem.h"

namespace raichi {

/// Settings for rating many players by maximum likelihood, from games between some of them.
///
/// The model is that of Bradley and Terry (1952) with draws after Davidson (1970) and a term for
/// the side. With d = r(attackers' player) - r(defenders' player) + s, in natural units,
///   P(attackers win) : P(draw) : P(defenders win) = e^(d/2) : nu : e^(-d/2).
/// Here s is the attackers' advantage and nu the inclination to draw. Both depend on the rule set
/// and on the players' strength: s and log nu are lines in the mean rating of the two players. (A
/// constant s would be an average over the pool. In games whose balance changes with strength it
/// would be right for few players.)
///
/// Weak priors keep everything finite and lines flat if there are few games. Each pairing that met
/// counts `prior_games` extra games, shared evenly among both players' wins on both sides. At the
/// centre of the games (RatingModel), s and log nu have normal priors with means 0 and -1 and
/// standard deviations of 3 and 2 natural units (521 and 347 Elo). Their slopes have normal priors
/// with mean 0 and `slope_deviation`. Two hundred wins in as many games then give a difference of
/// about 1,150 +- 600 Elo; a difference of 600 Elo over 80 games shrinks by about 2 %.
///
/// Errors come from the Fisher information at the maximum. The model knows one number for each
/// player, so players with different styles scatter more widely around it than chance explains.
/// The covariance is therefore multiplied by the dispersion of the results (RatingModel), as in
/// quasi-likelihood.
struct RatingOptions {
  /// The player whose rating is 0. If it has no games, the first player is the anchor.
  std::string anchor = "random";
  double prior_games = 1;
  /// Natural units of s and of log nu per natural unit of rating: with 0.25, an advantage that
  /// changes by 25 Elo from one player to another who is 100 Elo stronger, or draws that become
  /// 1.8 times as frequent over 400 Elo, are one standard deviation. A tiny value makes both
  /// constant.
  double slope_deviation = 0.25;
};

struct Rating {
  std::string player;
  EloWithError rating;  // Relative to the anchor, whose error is 0.
  Tally attackers;      // Results as attackers.
  Tally defenders;
};

struct RatingTable {
  std::string anchor;
  std::vector<Rating> ratings;  // Best first.
  std::vector<SideTerm> sides;  // Sorted by name of the rule set.
  /// How many times the results vary as much as the model expects, at least 1. The errors and the
  /// covariance include this factor.
  double dispersion = 1;
  /// Covariance of the ratings in Elo squared: one row per player, in the order of `ratings`.
  std::vector<double> covariance;

  /// Returns a weighted sum of players' ratings with its error. In a difference, {{"a", 1}, {"b",
  /// -1}}, the error that both ratings share cancels. Throws Error naming a player that is not in
  /// the table.
  EloWithError Combine(const std::map<std::string, double>& weights) const;
};

/// Rates the players of `results`; several results of one pairing add up. Throws Error if there are
/// no games, or if no chain of games connects some players to the anchor; the error names them.
RatingTable Rate(std::span<const MatchResult> results, const RatingOptions& options = {});

/// Formats the table for display: a heading; one line per player, best first; two lines per rule
/// set, with the advantage and the score of the attackers between equal players, at both ends of
/// the range of strength; and a line if the errors are visibly widened by the dispersion.
std::vector<std::string> FormatRatings(const RatingTable& table);

/// Computes the balance of a model's rule set with number `index` from the fitted parameters `at`
/// and their covariance, in natural units. The bounds of shares are those of normal intervals of
/// their logits (delta method), so they lie between 0 and 1.
SideTerm EstimateSide(const std::string& rules, int index, const RatingModel& model,
                      const Eigen::VectorXd& at, const Eigen::MatrixXd& covariance);

}  // namespace raichi
