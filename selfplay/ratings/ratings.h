#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "selfplay/ratings/match_result.h"

namespace raichi {

/// Ratings of many players from games between some of them, by maximum likelihood.
///
/// The model is Bradley and Terry's (1952) with draws after Davidson (1970) and a term for the
/// side: with d = r(attackers' player) - r(defenders' player) + s, in natural units,
///   P(attackers win) : P(draw) : P(defenders win) = e^(d/2) : nu : e^(-d/2).
/// s is the attackers' advantage, one per rule set; nu the inclination to draw, one for all. The
/// likelihood is concave in (r, s, log nu); Newton's method finds its one maximum.
///
/// A weak prior keeps shut-outs finite: every pairing that met counts `prior_games` more games,
/// shared evenly among both players' wins on both sides, and s and log nu have wide normal priors
/// (about 0 and -1, with standard deviations of 3 and 2 natural units: 521 and 347 Elo). Two
/// hundred wins in as many games then rate about 1,150 +- 600 Elo above; a difference of 600 Elo
/// over 80 games shrinks by about 2 %.
struct RatingOptions {
  std::string anchor = "random";  // the player rated 0; absent: the first player
  double prior_games = 1;
};

/// A value in Elo, with half the width of its 95 % interval from the inverse Hessian.
struct EloWithError {
  double elo = 0;
  double error = 0;
};

struct Rating {
  std::string player;
  EloWithError rating;  // relative to the anchor, whose error is 0
  Tally attackers;      // results on each side
  Tally defenders;
};

struct SideTerm {
  std::string rules;
  EloWithError attackers_advantage;
};

struct RatingTable {
  std::string anchor;
  std::vector<Rating> ratings;  // best first
  std::vector<SideTerm> sides;  // by name of the rule set
  double draw_inclination = 0;  // nu: equal players draw nu of nu + 2 games
  double draw_fraction = 0;     // that is, nu / (nu + 2)
  /// Of the ratings' errors, in Elo squared: a row per player, in the order of `ratings`.
  std::vector<double> covariance;

  /// A weighted sum of players' ratings, with the error that the games give it: what the ratings
  /// share cancels in a difference, {{"a", 1}, {"b", -1}}. Throws Error naming a player that is not
  /// in the table.
  EloWithError Combine(const std::map<std::string, double>& weights) const;
};

/// Rates the players of `results`; several results of one pairing add up. Throws Error naming
/// players that no chain of games connects to the anchor, and for results without any game.
RatingTable Rate(std::span<const MatchResult> results, const RatingOptions& options = {});

/// The table for people: one line per player, best first, then the sides' lines.
std::vector<std::string> FormatRatings(const RatingTable& table);

}  // namespace raichi
