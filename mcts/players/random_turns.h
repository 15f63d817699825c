#pragma once

#include <memory>
#include <string>

#include "mcts/players/player.h"

namespace raichi {

/// Which turns of a game are played at random.
struct RandomTurns {
  int first = 0;     // of the game
  double later = 0;  // the share of the others, each drawn by itself
};

/// A kind of player that plays some of its turns at random, the others as another kind does.
class RandomTurnsKind : public PlayerKind {
 public:
  RandomTurnsKind(std::string name, std::unique_ptr<PlayerKind> otherwise, RandomTurns turns)
      : name_(std::move(name)), otherwise_(std::move(otherwise)), turns_(turns) {}

  std::string name() const override { return name_; }
  std::unique_ptr<Player> NewPlayer() const override;
  Evaluator* evaluator() const override { return otherwise_->evaluator(); }

 private:
  std::string name_;
  std::unique_ptr<PlayerKind> otherwise_;
  RandomTurns turns_;
};

}  // namespace raichi
