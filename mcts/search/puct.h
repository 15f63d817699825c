#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "mcts/search/search_config.h"
#include "mcts/search/tree.h"

namespace raichi {

/// Returns the PUCT exploration factor c(visits) sqrt(visits of its moves) of a node with this many
/// visits (Silver et al. 2018). Each move's score adds this factor times prior / (1 + visits).
inline float Exploration(const SearchConfig& config, uint32_t visits) {
  const auto n = static_cast<float>(visits);
  const float growth = std::log((n + config.cpuct_base + 1) / config.cpuct_base);
  return (config.cpuct + config.cpuct_factor * growth) * std::sqrt(std::max(n - 1, 1.0f));
}

/// Returns how much the side to move in a node of this value gains if the game is one ply shorter:
/// positive if it is winning, negative if it is losing, and 0 if the game is still undecided.
inline float WorthOfAPly(const MovesLeftConfig& config, float value) {
  const float sure = (std::abs(value) - config.threshold) / (1 - config.threshold);
  if (config.max_effect == 0 || sure <= 0) return 0;
  return std::copysign(config.slope * sure, value);
}

/// Returns the adjustment, due to the expected length of the game, to the value of the move from
/// `node` to `child`. `worth` is the value of one ply (`WorthOfAPly`).
inline float ValueOfLength(const MovesLeftConfig& config, float worth, const Node& node,
                           const Node& child) {
  const float plies = node.moves_left - 1 - child.moves_left;
  return std::clamp(worth * plies, -config.max_effect, config.max_effect);
}

/// What PUCT needs to know of a node besides the node's statistics.
struct PuctTerms {
  float fpu_reduction = 0;   // `SearchConfig::fpu_reduction`, or the root's
  float worth_of_a_ply = 0;  // `WorthOfAPly`; 0 if lengths of games are unknown
  /// True if other leaves are in flight. Descents to them then count as visits with the node's
  /// value so far, or worse (`SearchConfig::virtual_loss`).
  bool in_flight = false;
};

/// Returns the index of the node's edge with the greatest Q + U among all visited edges and the
/// first unvisited one. Passes over refuted moves if `SearchConfig::prove` is set.
size_t PickByPuct(const SearchConfig& config, const Tree& tree, const Node& node,
                  const PuctTerms& terms);

}  // namespace raichi
