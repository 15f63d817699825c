#pragma once

#include <functional>

#include "mcts/alphabeta/alphabeta.h"
#include "mcts/players/player.h"

namespace raichi {

/// The player `alphabeta:N`: plays the move that the classical engine finds at depth N.
class AlphaBetaPlayer : public Player {
 public:
  explicit AlphaBetaPlayer(const AlphaBetaConfig& config) : engine_(config) {}

  void NewGame(const Game&, uint64_t seed) override { engine_.NewGame(seed); }
  void StopWhen(const std::function<bool()>& stop) override { stop_ = stop; }
  void BeginTurn(const Game& game) override { choice_ = engine_.Think(game, stop_); }
  Move ChooseMove() override { return choice_.move; }
  /// Returns the score mapped to [-1, 1]: tanh(score / 400).
  float Value() const override;

 private:
  AlphaBeta engine_;
  std::function<bool()> stop_;
  AlphaBeta::Choice choice_;
};

}  // namespace raichi
