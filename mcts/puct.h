#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "mcts/search_config.h"

namespace raichi {

/// What a move's prior / (1 + its visits) is multiplied by in a node of so many visits:
/// c(visits) sqrt(visits of its moves) (Silver et al. 2018).
inline float Exploration(const SearchConfig& config, uint32_t visits) {
  const auto n = static_cast<float>(visits);
  const float growth = std::log((n + config.cpuct_base + 1) / config.cpuct_base);
  return (config.cpuct + config.cpuct_factor * growth) * std::sqrt(std::max(n - 1, 1.0f));
}

/// What a ply less is worth to the side to move in a node of this value: more than 0 where it wins,
/// less where it loses, 0 where nothing is decided.
inline float WorthOfAPly(const MovesLeftConfig& config, float value) {
  const float sure = (std::abs(value) - config.threshold) / (1 - config.threshold);
  if (config.max_effect == 0 || sure <= 0) return 0;
  return std::copysign(config.slope * sure, value);
}

}  // namespace raichi
