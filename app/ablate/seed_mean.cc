#include "app/ablate/seed_mean.h"

#include <algorithm>
#include <cmath>

#include "selfplay/balance/student.h"

namespace raichi {
namespace {

double GamesVariance(const EloWithError& value) {
  return std::pow(value.error / kDeviationsOf95Percent, 2);
}

void Add(const RatingSum& sum, double weight, RatingSum* to) {
  for (const auto& [player, of_player] : sum) (*to)[player] += weight * of_player;
}

}  // namespace

EloWithError MeanOverSeeds(const RatingTable& table, const std::vector<RatingSum>& per_seed) {
  const auto seeds = static_cast<double>(per_seed.size());
  RatingSum mean;
  for (const RatingSum& one : per_seed) Add(one, 1 / seeds, &mean);

  // Squared distances from the mean: as measured, and as expected from the games alone.
  double measured = 0, by_games = 0;
  for (const RatingSum& one : per_seed) {
    RatingSum distance = one;
    Add(mean, -1, &distance);
    const EloWithError value = table.Combine(distance);
    measured += value.elo * value.elo;
    by_games += GamesVariance(value);
  }
  EloWithError result = table.Combine(mean);
  if (seeds < 2) return result;
  const double games = GamesVariance(result);
  const double of_mean = measured / (seeds - 1) / seeds;
  const double expected = by_games / (seeds - 1) / seeds;
  const double normal =
      kDeviationsOf95Percent * std::sqrt(games + std::max(0.0, of_mean - expected));
  const double shared = kDeviationsOf95Percent * std::sqrt(std::max(0.0, games - expected));
  const double student =
      StudentHalfWidth(0.95, static_cast<int>(per_seed.size()) - 1) * std::sqrt(of_mean);
  result.error = std::max(normal, std::hypot(shared, student));
  return result;
}

}  // namespace raichi
