#pragma once

#include "base/rng.h"
#include "rules/game.h"

namespace raichi {

/// Positions of random games. Each is one move after the previous one; when a game is over or has
/// 150 plies, the next game begins. The seed decides all of them.
class RandomPositions {
 public:
  RandomPositions(RulesPtr rules, uint64_t seed) : game_(rules), rules_(rules), rng_(seed) {}

  /// The next position, in which the game is not over. The reference is valid until the next call.
  const Game& Next();

 private:
  Game game_;
  RulesPtr rules_;
  Rng rng_;
  bool is_fresh_ = true;  // the position has not been returned yet
};

}  // namespace raichi
