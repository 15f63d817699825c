#include "selfplay/balance/pair_bootstrap.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
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

}  // namespace raichi
