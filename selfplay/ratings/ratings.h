#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "selfplay/ratings/match_result.h"

namespace raichi {

/// Settings for rating many players by maximum likelihood, from games between some of them.
///
/// The model is that of Bradley and Terry (1952) with draws after Davidson (1970) and a term for
/// the side. With d = r(attackers' player) - r(defenders' player) + s, in natural units,
///   P(attackers win) : P(draw) : P(defenders win) = e^(d/2) : nu : e^(-d/2).
/// Here s is the attackers' advantage, one per rule set, and nu the inclination to draw, one for
/// all rule sets. The likelihood is concave in (r, s, log nu), so Newton's method finds its only
/// maximum.
///
/// A weak prior keeps ratings finite when one player wins every game. Each pairing that met counts
/// `prior_games` extra games, shared evenly among both players' wins on both sides. s and log nu
/// have wide normal priors with means 0 and -1 and standard deviations of 3 and 2 natural units
/// (521 and 347 Elo). Two hundred wins in as many games then give a difference of about 1,150 +-
/// 600 Elo; a difference of 600 Elo over 80 games shrinks by about 2 %.
struct RatingOptions {
  /// The player whose rating is 0. If it has no games, the first player is the anchor.
  std::string anchor = "random";
  double prior_games = 1;
};

/// Half the width of a 95 % interval, in standard deviations of a normal distribution.
inline constexpr double kDeviationsOf95Percent = 1.96;

/// A value in Elo with half the width of its 95 % interval, computed from the inverse Hessian.
struct EloWithError {
  double elo = 0;
  double error = 0;
};

struct Rating {
  std::string player;
  EloWithError rating;  // Relative to the anchor, whose error is 0.
  Tally attackers;      // Results as attackers.
  Tally defenders;
};

struct SideTerm {
  std::string rules;
  EloWithError attackers_advantage;
};

struct RatingTable {
  std::string anchor;
  std::vector<Rating> ratings;  // Best first.
  std::vector<SideTerm> sides;  // Sorted by name of the rule set.
  double draw_inclination = 0;  // nu; equal players draw nu of nu + 2 games.
  double draw_fraction = 0;     // nu / (nu + 2).
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

/// Formats the table for display: a heading, one line per player, best first, one line per rule
/// set, and the share of draws between equal players.
std::vector<std::string> FormatRatings(const RatingTable& table);

}  // namespace raichi
