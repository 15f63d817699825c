#include "selfplay/balance/score_estimate.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>

#include "base/check.h"
#include "base/logit.h"
#include "selfplay/balance/logit_mean.h"
#include "selfplay/balance/pair_bootstrap.h"

namespace raichi {
namespace {

/// The mean of points per game over the pairs of a table that `contains` accepts; NaN without any.
template <typename Contains>
double MeanOverPairs(const PairTable& table, Contains contains) {
  double sum = 0, pairs = 0;
  for (size_t pair = 0; pair < table.games.size(); ++pair) {
    if (table.games[pair] == 0 || !contains(pair)) continue;
    sum += table.points[pair] / table.games[pair];
    ++pairs;
  }
  return pairs == 0 ? std::numeric_limits<double>::quiet_NaN() : sum / pairs;
}

std::vector<double> BySeed(const PairTable& table) {
  const auto seeds = static_cast<size_t>(table.seeds);
  std::vector<double> scores;
  for (size_t k = 0; k < seeds; ++k) {
    const double row = MeanOverPairs(table, [=](size_t pair) { return pair / seeds == k; });
    const double column = MeanOverPairs(table, [=](size_t pair) { return pair % seeds == k; });
    scores.push_back((row + column) / 2);
  }
  return scores;
}

/// The t interval on the logit scale. `logit` is that of the share, with half a game each way.
Interval BoundsByLogits(const LogitMean& mean, double logit, double level) {
  const Contrast contrast = Combine(std::vector{mean}, std::vector{1.0}, level);
  const double half = (contrast.high - contrast.low) / 2;
  return {ChanceOfLogit(logit - half), ChanceOfLogit(logit + half)};
}

struct Share {
  double value = 0;
  Interval bounds;
  double seed_spread = 0;
};

/// Estimates the points per game, where a draw is half a point.
Share EstimateShare(const CrossPlay& play, const BootstrapSettings& settings) {
  const PairTable table(play);
  const double value = MeanOverPairs(table, [](size_t) { return true; });
  const double points = std::accumulate(table.points.begin(), table.points.end(), 0.0);
  const auto games = static_cast<double>(play.games.size());
  // The lower bound of a share that all games have; the upper one, seen from 1, if none has it.
  const double exact = std::pow((1 - settings.level) / 2, 1 / static_cast<double>(table.openings));
  if (points == 0) return {0, {0, 1 - exact}, 0};
  if (points == games) return {1, {exact, 1}, 0};
  if (play.Total().draws == play.games.size()) return {0.5, {exact / 2, 1 - exact / 2}, 0};
  const LogitMean mean = EstimateLogitMean(play);
  const double logit = std::log((value * games + 0.5) / ((1 - value) * games + 0.5));
  const Interval by_logits = BoundsByLogits(mean, logit, settings.level);
  const Interval by_draws = BootstrapPairs(play, table, settings);
  const double slope = ChanceOfLogit(logit) * (1 - ChanceOfLogit(logit));
  return {value,
          {std::min({value, by_logits.low, by_draws.low}),
           std::max({value, by_logits.high, by_draws.high})},
          slope * std::sqrt(VarianceBetweenSeeds(mean))};
}

/// The same games with a win of the attackers for each draw, and else a win of the defenders.
CrossPlay DrawsAsWins(const CrossPlay& play) {
  CrossPlay draws = play;
  for (StudyGame& game : draws.games) {
    game.result = game.result == Result::kDraw ? Result::kAttackersWin : Result::kDefendersWin;
  }
  return draws;
}

}  // namespace

ScoreEstimate EstimateScore(const CrossPlay& play, const BootstrapSettings& settings) {
  RAICHI_CHECK(!play.games.empty());
  const Share score = EstimateShare(play, settings);
  return {.score = score.value,
          .low = score.bounds.low,
          .high = score.bounds.high,
          .draws = MeanOverPairs(PairTable(DrawsAsWins(play)), [](size_t) { return true; }),
          .seed_spread = score.seed_spread,
          .by_seed = BySeed(PairTable(play))};
}

}  // namespace raichi
