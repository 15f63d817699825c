#pragma once

#include "mcts/players/player.h"
#include "rules/rng.h"

namespace raichi {

/// `greedy`: looks one move ahead. It plays the first of these that it can, by a random one of the
/// moves that are equally good:
///  1. win at once;
///  2. leave the opponent no win at once (king to a goal, capture of the king);
///  3. capture, the more the better;
///  4. defenders: open roads for the king, the more the better.
class GreedyPlayer : public Player {
 public:
  void NewGame(const Game&, uint64_t seed) override { rng_ = Rng(seed); }
  void BeginTurn(const Game& game) override;
  Move ChooseMove() override { return move_; }

 private:
  Rng rng_{0};
  Move move_;
};

}  // namespace raichi
