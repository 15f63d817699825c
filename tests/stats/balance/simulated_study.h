#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "base/numbers.h"
#include "base/rng.h"
#include "stats/balance/cross_play.h"

namespace raichi {

inline double DrawNormal(Rng* rng) {
  return std::sqrt(-2 * std::log(1 - rng->Uniform())) *
         std::cos(2 * std::numbers::pi * rng->Uniform());
}

/// What each seed adds to the logit of the attackers' score when it attacks and when it defends.
struct SeedEffects {
  std::vector<double> attacks;
  std::vector<double> defends;
};

/// Draws effects so that a seed against itself has a logit with standard deviation `spread`.
inline SeedEffects DrawSeedEffects(int seeds, double spread, Rng* rng) {
  SeedEffects effects;
  for (int k = 0; k < seeds; ++k) {
    effects.attacks.push_back(spread * std::numbers::sqrt2 / 2 * DrawNormal(rng));
    effects.defends.push_back(spread * std::numbers::sqrt2 / 2 * DrawNormal(rng));
  }
  return effects;
}

/// How the games of a simulated study are drawn.
struct StudyPlan {
  double logit = 0;
  int games_per_pair = 25;
  double draws = 0;           // The chance that a game is drawn, whoever plays.
  double opening_spread = 0;  // Standard deviation of the openings' effects.
  int games_per_opening = 1;  // Consecutive games share an opening.
};

/// Plays a study. Every ordered pair of seeds has the same number of games.
inline CrossPlay Simulate(const StudyPlan& plan, const SeedEffects& effects, Rng* rng) {
  CrossPlay play{.seeds = static_cast<int>(effects.attacks.size())};
  double opening_effect = 0;
  for (int g = 0; g < plan.games_per_pair; ++g) {
    for (int i = 0; i < play.seeds; ++i) {
      for (int j = 0; j < play.seeds; ++j) {
        const auto number = static_cast<uint32_t>(play.games.size());
        const auto per_opening = static_cast<uint32_t>(plan.games_per_opening);
        if (number % per_opening == 0) opening_effect = plan.opening_spread * DrawNormal(rng);
        const double chance =
            ChanceOfLogit(plan.logit + effects.attacks[static_cast<size_t>(i)] +
                          effects.defends[static_cast<size_t>(j)] + opening_effect);
        const Result result = rng->Uniform() < plan.draws ? Result::kDraw
                              : rng->Uniform() < chance   ? Result::kAttackersWin
                                                          : Result::kDefendersWin;
        play.games.push_back({i, j, number / per_opening, result});
      }
    }
  }
  return play;
}

/// Games of one seed against itself with these results, each with an opening of its own.
inline CrossPlay GamesOfOneSeed(int wins, int draws, int losses) {
  CrossPlay play;
  const auto add = [&play](int count, Result result) {
    for (int i = 0; i < count; ++i) {
      play.games.push_back({0, 0, static_cast<uint32_t>(play.games.size()), result});
    }
  };
  add(wins, Result::kAttackersWin);
  add(draws, Result::kDraw);
  add(losses, Result::kDefendersWin);
  return play;
}

}  // namespace raichi
