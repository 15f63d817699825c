#include "selfplay/balance/pair_bootstrap.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>

#include "base/check.h"
#include "base/rng.h"

namespace raichi {
namespace {

/// The games of one pair with one opening: `count` consecutive ones.
struct Group {
  size_t pair;
  size_t first;
  uint32_t count;
};

/// The games sorted by opening, then by pair.
class Resampler {
 public:
  Resampler(const CrossPlay& play, const PairTable& table)
      : seeds_(static_cast<size_t>(table.seeds)), groups_of_(table.openings) {
    std::vector<size_t> order(play.games.size());
    std::iota(order.begin(), order.end(), size_t{0});
    const auto pair_of = [&](size_t i) {
      return table.Pair(play.games[i].attackers, play.games[i].defenders);
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return pair_of(a) < pair_of(b); });
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return table.opening_of[a] < table.opening_of[b]; });
    for (const size_t i : order) {
      std::vector<Group>& groups = groups_of_[table.opening_of[i]];
      if (groups.empty() || groups.back().pair != pair_of(i)) {
        groups.push_back({pair_of(i), points_.size(), 0});
      }
      ++groups.back().count;
      points_.push_back(AttackersPoints(play.games[i].result));
    }
  }

  /// Returns the mean over pairs of one draw, or nothing if no drawn pair has a game.
  std::optional<double> Draw(Rng* rng) {
    DrawSeeds(rng);
    DrawGames(rng);
    double sum = 0, weights = 0;
    for (size_t pair = 0; pair < drawn_.size(); ++pair) {
      if (drawn_[pair].games == 0) continue;
      const double weight = times_[pair / seeds_] * times_[pair % seeds_];
      sum += weight * drawn_[pair].points / drawn_[pair].games;
      weights += weight;
    }
    if (weights == 0) return std::nullopt;
    return sum / weights;
  }

 private:
  struct Cell {
    double points = 0;
    double games = 0;
  };

  void DrawSeeds(Rng* rng) {
    times_.assign(seeds_, 0);
    for (size_t k = 0; k < seeds_; ++k) ++times_[rng->Below(static_cast<uint32_t>(seeds_))];
  }

  void DrawGames(Rng* rng) {
    drawn_.assign(seeds_ * seeds_, {});
    const auto openings = static_cast<uint32_t>(groups_of_.size());
    for (uint32_t o = 0; o < openings; ++o) {
      for (const Group& group : groups_of_[rng->Below(openings)]) {
        Cell& cell = drawn_[group.pair];
        cell.games += group.count;
        if (group.count == 1) {
          cell.points += points_[group.first];
          continue;
        }
        for (uint32_t i = 0; i < group.count; ++i) {
          cell.points += points_[group.first + rng->Below(group.count)];
        }
      }
    }
  }

  size_t seeds_;
  std::vector<std::vector<Group>> groups_of_;  // By opening.
  std::vector<double> points_;
  // The current draw: how often each seed was drawn, and the games of each pair.
  std::vector<double> times_;
  std::vector<Cell> drawn_;
};

}  // namespace

Bounds BootstrapPairs(const CrossPlay& play, const PairTable& table,
                      const BootstrapSettings& settings) {
  RAICHI_CHECK(!play.games.empty() && settings.draws > 0);
  Resampler resampler(play, table);
  Rng rng(settings.seed);
  std::vector<double> means;
  // A study with few pairs may give many empty draws; with any game, one is full at last.
  for (int tries = 0; tries < settings.draws || means.empty(); ++tries) {
    if (const std::optional<double> mean = resampler.Draw(&rng)) means.push_back(*mean);
  }
  return PercentileBounds(settings.level, &means);
}

}  // namespace raichi
