#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/rng.h"
#include "stats/ratings/ratings.h"

namespace raichi {

/// The model of ratings.h with known parameters, for drawing random games.
struct RatingWorld {
  std::vector<double> elo;  // The first player is `random`, the others p1, p2, …
  double side = 0;          // Advantage of the attackers in Elo, at the rating `middle`.
  double nu = 0.5;          // At `middle`.
  std::string rules = "linnaeus";
  double middle = 0;
  double slope = 0;     // Elo per Elo.
  double nu_slope = 0;  // Of log nu per natural unit.

  double Advantage(double rating) const { return side + slope * (rating - middle); }
  double Nu(double rating) const {
    return nu * std::exp(nu_slope * (rating - middle) / kEloPerUnit);
  }
  /// Chance of an attackers' win relative to that of a draw and a loss, for a lead of d Elo.
  static double Weight(double d) { return std::exp(d / 2 / kEloPerUnit); }

  Result Play(size_t attackers, size_t defenders, Rng* rng) const {
    const double mean = (elo[attackers] + elo[defenders]) / 2;
    const double d = elo[attackers] - elo[defenders] + Advantage(mean);
    const double win = Weight(d), loss = Weight(-d), draw = Nu(mean);
    const double u = rng->Uniform() * (win + loss + draw);
    return u < win ? Result::kAttackersWin : u < win + draw ? Result::kDraw : Result::kDefendersWin;
  }
  MatchResult Match(size_t a, size_t b, int pairs, Rng* rng) const {
    MatchResult result{
        .a = Name(a), .b = Name(b), .rules = rules, .a_attackers = {}, .a_defenders = {}};
    for (int i = 0; i < pairs; ++i) {
      result.a_attackers.Add(Play(a, b, rng), Side::kAttackers);
      result.a_defenders.Add(Play(b, a, rng), Side::kDefenders);
    }
    return result;
  }
  /// Plays every player against every other and appends the results.
  void RoundRobin(int pairs, Rng* rng, std::vector<MatchResult>* results) const {
    for (size_t a = 0; a < elo.size(); ++a) {
      for (size_t b = a + 1; b < elo.size(); ++b) results->push_back(Match(a, b, pairs, rng));
    }
  }
  static std::string Name(size_t i) { return i == 0 ? "random" : "p" + std::to_string(i); }
};

inline const Rating& RatingOf(const RatingTable& table, const std::string& player) {
  for (const Rating& rating : table.ratings) {
    if (rating.player == player) return rating;
  }
  throw Error("no " + player);
}

}  // namespace raichi
