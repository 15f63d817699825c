#include "selfplay/balance/pair_bootstrap.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>

#include "base/check.h"
#include "base/rng.h"

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
  Resampler(const CrossPlay& play, const PairTable& table)
      : seeds_(static_cast<size_t>(table.seeds)) {
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
    for (uint32_t i = 0; i < group.count; ++i)
      sum += points_[group.first + rng->Below(group.count)];
    return sum;
  }

  size_t seeds_;
  std::vector<Group> groups_;
  std::vector<size_t> begins_;  // Of each opening's groups, and the end of the last's.
  std::vector<double> points_;
  // The current draw: how often each seed was drawn, and the games of each pair.
  std::vector<double> times_;
  std::vector<Cell> drawn_;
};

}  // namespace

Interval BootstrapPairs(const CrossPlay& play, const PairTable& table,
                        const BootstrapSettings& settings) {
  RAICHI_CHECK(!play.games.empty() && settings.draws > 0);
  Resampler resampler(play, table);
  Rng rng(settings.seed);
  std::vector<double> means;
  // A study with few pairs may give many empty draws; with any game, one is full at last.
  for (int tries = 0; tries < settings.draws || means.empty(); ++tries) {
    if (const std::optional<double> mean = resampler.Draw(&rng)) means.push_back(*mean);
  }
  return PercentileInterval(settings.level, &means);
}

}  // namespace raichi
