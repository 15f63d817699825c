#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "mcts/search/search_config.h"
#include "mcts/search/tree.h"

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

/// What the length of its game adds to the value of the move from `node` to `child`, a ply being
/// worth `worth`.
inline float ValueOfLength(const MovesLeftConfig& config, float worth, const Node& node,
                           const Node& child) {
  const float plies = node.moves_left - 1 - child.moves_left;
  return std::clamp(worth * plies, -config.max_effect, config.max_effect);
}

}  // namespace raichi
