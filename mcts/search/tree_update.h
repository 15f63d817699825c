#pragma once

#include <cstdint>
#include <span>

#include "mcts/search/tree.h"

namespace raichi {

/// A change to a node: to its visits and to the sums over the evaluations below it.
struct Change {
  float visits, value, draw, moves_left;
};

/// Returns the change of one visit with these results.
inline Change Visit(float value, float draw, float moves_left) {
  return {1, value, draw, moves_left};
}

/// Applies a change of the leaf to every node on its path from the root. Each node receives the
/// change from the perspective of its own side to move.
///
/// If `prove`, a proven leaf may prove the nodes above it. The value of a proven node becomes
/// exact. When a node is proven won, everything that its parent received through it is subtracted
/// again, because the move to it is refuted.
void UpdatePath(std::span<const uint32_t> path, Change change, bool prove, Tree* tree);

}  // namespace raichi
