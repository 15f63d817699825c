#include "stats/balance/score_estimate.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

#include "base/error.h"
#include "base/numbers.h"
#include "base/rng.h"
#include "stats/balance/logit_mean.h"

namespace raichi {
namespace {

/// The games of one pair with one opening: `count` consecutive ones.
struct Group {
  size_t pair;
  size_t first;
  uint32_t count;
  double points;  // Of all its games.
};

/// Draws games again. They are sorted by opening, then by pair.
class Resampler {
 public:
  Resampler(const CrossPlay& play, const PairTable& table) : drawn_(table.games.size()) {
    const auto pair_of = [&](size_t i) {
      return table.Pair(play.games[i].attackers, play.games[i].defenders);
    };
    std::vector<size_t> order(play.games.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
      return std::pair(table.opening_of[a], pair_of(a)) <
             std::pair(table.opening_of[b], pair_of(b));
    });
    for (const size_t i : order) {
      const bool new_opening = table.opening_of[i] == begins_.size();
      if (new_opening) begins_.push_back(groups_.size());
      if (new_opening || groups_.back().pair != pair_of(i)) {
        groups_.push_back({pair_of(i), points_.size(), 0, 0});
      }
      points_.push_back(AttackersPoints(play.games[i].result));
      ++groups_.back().count;
      groups_.back().points += points_.back();
    }
    begins_.push_back(groups_.size());
  }

  /// Returns the mean over the pairs of one draw.
  double Draw(Rng* rng) {
    DrawGames(rng);
    double sum = 0, pairs = 0;
    for (const Cell& cell : drawn_) {
      if (cell.games == 0) continue;
      sum += cell.points / cell.games;
      ++pairs;
    }
    return sum / pairs;
  }

 private:
  struct Cell {
    double points = 0;
    double games = 0;
  };

  void DrawGames(Rng* rng) {
    std::fill(drawn_.begin(), drawn_.end(), Cell{});
    const auto openings = static_cast<uint32_t>(begins_.size() - 1);
    for (uint32_t o = 0; o < openings; ++o) {
      const uint32_t opening = rng->Below(openings);
      for (size_t g = begins_[opening]; g < begins_[opening + 1]; ++g) {
        Cell& cell = drawn_[groups_[g].pair];
        cell.games += groups_[g].count;
        cell.points += groups_[g].count == 1 ? groups_[g].points : DrawPoints(groups_[g], rng);
      }
    }
  }

  double DrawPoints(const Group& group, Rng* rng) const {
    double sum = 0;
    for (uint32_t i = 0; i < group.count; ++i) {
      sum += points_[group.first + rng->Below(group.count)];
    }
    return sum;
  }

  std::vector<Group> groups_;
  std::vector<size_t> begins_;  // Of each opening's groups, and the end of the last's.
  std::vector<double> points_;
  std::vector<Cell> drawn_;  // The games of each pair in the current draw.
};

}  // namespace

Interval BootstrapPairs(const CrossPlay& play, const PairTable& table,
                        const BootstrapSettings& settings) {
  RAICHI_CHECK(!play.games.empty() && settings.draws > 0);
  Resampler resampler(play, table);
  Rng rng(settings.seed);
  std::vector<double> means;
  for (int draw = 0; draw < settings.draws; ++draw) means.push_back(resampler.Draw(&rng));
  return PercentileInterval(settings.level, &means);
}

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
