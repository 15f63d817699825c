#pragma once

#include <memory>
#include <string>

#include "mcts/players/player.h"

namespace raichi {

/// A kind of player that plays its first turns of each game at random, then as another kind does.
class RandomStartKind : public PlayerKind {
 public:
  RandomStartKind(std::unique_ptr<PlayerKind> then, int turns)
      : then_(std::move(then)), turns_(turns) {}

  std::string name() const override { return then_->name(); }
  std::unique_ptr<Player> NewPlayer() const override;
  Evaluator* evaluator() const override { return then_->evaluator(); }

 private:
  std::unique_ptr<PlayerKind> then_;
  int turns_;
};

}  // namespace raichi
