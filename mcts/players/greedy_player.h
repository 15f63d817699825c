#pragma once

#include "base/rng.h"
#include "mcts/players/player.h"

namespace raichi {

/// The player `greedy`, which looks one move ahead. Its preferences, in descending order of
/// priority:
///  1. win at once;
///  2. do not let the opponent win at once (king to a goal, capture of the king);
///  3. capture as many men as possible;
///  4. defenders only: open as many roads for the king as possible.
/// It chooses randomly among equally good moves.
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
