#pragma once

#include "rules/game.h"
#include "rules/rng.h"

namespace raichi {

/// Positions of random games, each one move after the last; when a game is over, or long, another
/// begins. Fixed by the seed.
class RandomPositions {
 public:
  RandomPositions(RulesPtr rules, uint64_t seed) : game_(rules), rules_(rules), rng_(seed) {}

  /// The next position: ongoing. It is the object's own and moves on with it.
  const Game& Next();

 private:
  Game game_;
  RulesPtr rules_;
  Rng rng_;
  bool is_fresh_ = true;  // the position was not handed out yet
};

}  // namespace raichi
