#include "stats/balance/score_estimate.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "base/error.h"
#include "base/numbers.h"

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

/// Sets the bounds of games that all have one result, `result` points. Returns whether it is so.
bool BoundAlike(const CrossPlay& play, const PairTable& table, double level,
                ScoreEstimate* estimate) {
  const double points = AttackersPoints(play.games.front().result);
  if (std::ranges::any_of(play.games, [points](const StudyGame& game) {
        return AttackersPoints(game.result) != points;
      })) {
    return false;
  }
  // The lower bound of a share that all games have; the upper one, seen from 1, if none has it.
  const double exact = std::pow((1 - level) / 2, 1 / static_cast<double>(table.openings));
  estimate->low = points * exact;
  estimate->high = 1 - (1 - points) * exact;
  return true;
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

void Moderate(const SeedPrior& prior, ScoreEstimate* estimate, double level) {
  if (!estimate->logit) return;
  const Contrast logit = IntervalOf(*estimate->logit, prior, level);
  // With few games of a pair, half a game may move the share beyond a bound.
  estimate->low = std::min(estimate->score, ChanceOfLogit(logit.low));
  estimate->high = std::max(estimate->score, ChanceOfLogit(logit.high));
  const double slope = ChanceOfLogit(logit.value) * (1 - ChanceOfLogit(logit.value));
  estimate->seed_spread = slope * std::sqrt(VarianceBetweenSeeds(*estimate->logit, prior));
}

ScoreEstimate EstimateScore(const CrossPlay& play, const SeedPrior& prior, double level) {
  RAICHI_CHECK(!play.games.empty());
  const PairTable table(play);
  const auto all = [](size_t) { return true; };
  ScoreEstimate estimate{.score = MeanOverPairs(table, all),
                         .draws = MeanOverPairs(PairTable(DrawsAsWins(play)), all),
                         .by_seed = BySeed(table)};
  if (BoundAlike(play, table, level, &estimate)) return estimate;
  const auto games = static_cast<double>(play.games.size());
  estimate.logit = EstimateLogitMean(play);
  estimate.logit->mean =
      std::log((estimate.score * games + 0.5) / ((1 - estimate.score) * games + 0.5));
  Moderate(prior, &estimate, level);
  return estimate;
}

bool WithinEven(const ScoreEstimate& estimate) {
  return estimate.low >= 0.45 && estimate.high <= 0.55;
}

Verdict Judge(const ScoreEstimate& estimate, const std::optional<Contrast>& slope) {
  const bool moves = slope && (slope->low > 0 || slope->high < 0);
  if (WithinEven(estimate) && !moves) return Verdict::kBalanced;
  if (estimate.high < 0.25 || estimate.low > 0.75) return Verdict::kLopsided;
  if (estimate.high < 0.5 || estimate.low > 0.5) return Verdict::kLeans;
  return Verdict::kUndecided;
}

std::string ToString(Verdict verdict) {
  switch (verdict) {
    case Verdict::kBalanced:
      return "balanced";
    case Verdict::kLopsided:
      return "lopsided";
    case Verdict::kLeans:
      return "leans";
    case Verdict::kUndecided:
      return "undecided";
  }
  RAICHI_CHECK(false);
}

std::string VerdictText(Verdict verdict, double score) {
  const std::string side = score > 0.5 ? "attackers" : "defenders";
  if (verdict == Verdict::kLopsided) return "lopsided for the " + side;
  if (verdict == Verdict::kLeans) return "leans to the " + side;
  return ToString(verdict);
}

}  // namespace raichi
