#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "mcts/players/player.h"

namespace raichi {

/// A kind of player that needs no evaluator and is created by a function.
class SimplePlayerKind : public PlayerKind {
 public:
  using Factory = std::function<std::unique_ptr<Player>()>;
  SimplePlayerKind(std::string name, Factory factory)
      : name_(std::move(name)), factory_(std::move(factory)) {}

  std::string name() const override { return name_; }
  std::unique_ptr<Player> NewPlayer() const override { return factory_(); }

 private:
  std::string name_;
  Factory factory_;
};

}  // namespace raichi
