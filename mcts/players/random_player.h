#pragma once

#include "base/rng.h"
#include "mcts/players/player.h"

namespace raichi {

/// The player `random`: all legal moves are equally likely.
class RandomPlayer : public Player {
 public:
  void NewGame(const Game&, uint64_t seed) override { rng_ = Rng(seed); }
  void BeginTurn(const Game& game) override;
  Move ChooseMove() override { return move_; }

 private:
  Rng rng_{0};
  Move move_;
};

}  // namespace raichi
