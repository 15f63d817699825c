#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

#include "stats/balance/contrast.h"
#include "stats/balance/score_estimate.h"
#include "tests/stats/balance/simulated_study.h"

namespace raichi {
namespace {

/// A study of rule sets that the same seeds play.
struct Case {
  int games = 200;  // of each rule set
  int seeds = 5;
  double spread = 0.3;  // of the seeds, in logits
  double score = 0.5;   // of the rule sets that are judged, about
  double shared = 0;    // the share of the seeds' variance that is the same under all rule sets
  int rules = 12;
};

/// How the 95 % intervals of simulated studies fare.
struct Outcome {
  double covered = 0;
  double half_width = 0;
};

/// The mean of the score over all seeds.
double TrueScore(double logit, double spread) {
  double sum = 0, weights = 0;
  for (double z = -6; z <= 6; z += 0.01) {
    sum += std::exp(-z * z / 2) * ChanceOfLogit(logit + spread * z);
    weights += std::exp(-z * z / 2);
  }
  return sum / weights;
}

/// What the seeds of `own` and `common` add, which count by their shares of the variance.
SeedEffects Mixed(const SeedEffects& common, const SeedEffects& own, double share) {
  SeedEffects mixed = own;
  for (size_t k = 0; k < mixed.attacks.size(); ++k) {
    const auto mix = [&](double of_common, double* of_own) {
      *of_own = std::sqrt(share) * of_common + std::sqrt(1 - share) * *of_own;
    };
    mix(common.attacks[k], &mixed.attacks[k]);
    mix(common.defends[k], &mixed.defends[k]);
  }
  return mixed;
}

/// Half of the rule sets have the score of the case, the others scores from 10 to 90 %.
double LogitOf(const Case& study, int rules) {
  return Logit(rules % 2 == 0 ? study.score : 0.1 + 0.8 * rules / study.rules);
}

Outcome Simulate(const Case& study, int studies, bool is_pooled, uint64_t seed) {
  Rng rng(seed);
  Outcome outcome;
  int intervals = 0;
  const int pairs = study.seeds * study.seeds;
  const double truth = TrueScore(Logit(study.score), study.spread);
  for (int i = 0; i < studies; ++i) {
    const SeedEffects common = DrawSeedEffects(study.seeds, study.spread, &rng);
    std::vector<ScoreEstimate> estimates;
    std::vector<LogitMean> logits;
    for (int rules = 0; rules < study.rules; ++rules) {
      const SeedEffects effects =
          Mixed(common, DrawSeedEffects(study.seeds, study.spread, &rng), study.shared);
      const CrossPlay play = Simulate(
          {.logit = LogitOf(study, rules), .games_per_pair = (study.games + pairs - 1) / pairs},
          effects, &rng);
      estimates.push_back(EstimateScore(play));
      if (estimates.back().logit) logits.push_back(*estimates.back().logit);
    }
    const SeedPrior prior = is_pooled ? PoolSeeds(logits) : SeedPrior();
    for (int rules = 0; rules < study.rules; rules += 2) {
      ScoreEstimate& estimate = estimates[static_cast<size_t>(rules)];
      Moderate(prior, &estimate);
      outcome.covered += estimate.low <= truth && truth <= estimate.high ? 1 : 0;
      outcome.half_width += (estimate.high - estimate.low) / 2;
      ++intervals;
    }
  }
  outcome.covered /= intervals;
  outcome.half_width /= intervals;
  return outcome;
}

TEST(Coverage, PooledIntervalsHoldTheTruthAndAreNarrower) {
  for (const Case& study : {Case{.games = 200, .seeds = 5, .spread = 0.3, .score = 0.7},
                            Case{.games = 200, .seeds = 3, .spread = 0.3, .score = 0.5},
                            Case{.games = 400, .seeds = 5, .spread = 0.6, .score = 0.5},
                            Case{.games = 400, .seeds = 5, .spread = 0.3, .shared = 0.5}}) {
    const Outcome pooled = Simulate(study, 50, true, 1), alone = Simulate(study, 50, false, 1);
    EXPECT_GT(pooled.covered, 0.915);  // 300 intervals, in studies of six: 0.95 less 2.5 errors
    EXPECT_LT(pooled.half_width, 0.9 * alone.half_width);
  }
}

TEST(Coverage, FewRuleSetsHelpAsFarAsTheyCan) {
  for (const int rules : {2, 4}) {
    const Outcome pooled = Simulate({.spread = 0.4, .rules = rules}, 200, true, 2);
    EXPECT_GT(pooled.covered, 0.915) << rules;
  }
}

// Three minutes: `stats_tests --gtest_also_run_disabled_tests
// --gtest_filter='*Coverage.DISABLED*'`.
TEST(Coverage, DISABLED_Table) {
  std::puts("| games | seeds | spread | score | alone | half width | pooled | half width |");
  std::puts("|---:|---:|---:|---:|---:|---:|---:|---:|");
  for (const int games : {200, 400, 1000}) {
    for (const int seeds : {3, 5, 10}) {
      for (const double spread : {0.3, 0.6}) {
        for (const double score : {0.5, 0.7, 0.9}) {
          const Case study{.games = games, .seeds = seeds, .spread = spread, .score = score};
          const Outcome alone = Simulate(study, 170, false, 3),
                        pooled = Simulate(study, 170, true, 3);
          std::printf("| %d | %d | %.1f | %.0f %% | %.1f %% | %.1f | %.1f %% | %.1f |\n", games,
                      seeds, spread, 100 * TrueScore(Logit(score), spread), 100 * alone.covered,
                      100 * alone.half_width, 100 * pooled.covered, 100 * pooled.half_width);
          std::fflush(stdout);
        }
      }
    }
  }
}

}  // namespace
}  // namespace raichi
