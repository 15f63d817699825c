#include "mcts/search/move_choice.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace raichi {

float TemperatureAt(const MoveTemperature& temperature, int ply) {
  const float fallen = std::exp2(-static_cast<float>(ply) / temperature.half_life);
  return temperature.final + (temperature.initial - temperature.final) * fallen;
}

size_t SampleByVisits(std::span<const uint32_t> visits, float temperature, Rng* rng) {
  const auto top = std::max_element(visits.begin(), visits.end());
  RAICHI_CHECK(top != visits.end() && *top > 0);
  constexpr float kCold = 0.01f;  // below it, the weights of all but the most visited vanish
  const auto most = static_cast<size_t>(top - visits.begin());
  if (temperature < kCold) return most;

  const double power = 1 / static_cast<double>(temperature);
  const auto weight = [&](uint32_t count) {
    return count == 0 ? 0.0 : std::pow(static_cast<double>(count) / *top, power);
  };
  double sum = 0;
  for (const uint32_t count : visits) sum += weight(count);
  double rest = rng->Uniform() * sum;
  for (size_t i = 0; i < visits.size(); ++i) {
    rest -= weight(visits[i]);
    if (rest < 0 && visits[i] > 0) return i;
  }
  return most;  // reached only through rounding
}

}  // namespace raichi
