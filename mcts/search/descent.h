#pragma once

#include <cstdint>
#include <vector>

#include "rules/game.h"

namespace raichi {

/// One way from the root to a leaf, kept until the leaf is evaluated.
struct Descent {
  std::vector<uint32_t> path;  // nodes, the root first
  std::vector<Move> moves;     // between them
  Game walk;                   // the root's game and below it the path to the last leaf
  MoveList leaf_moves;         // legal at the leaf
};

}  // namespace raichi
