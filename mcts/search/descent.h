#pragma once

#include <cstdint>
#include <vector>

#include "rules/game.h"

namespace raichi {

/// A path from the root to a leaf, kept until the leaf is evaluated.
struct Descent {
  std::vector<uint32_t> path;  // nodes, starting with the root
  std::vector<Move> moves;     // the moves between consecutive nodes of `path`
  Game walk;                   // the root's game, extended by the path to the last leaf
  MoveList leaf_moves;         // legal moves at the leaf
};

}  // namespace raichi
