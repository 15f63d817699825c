#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mcts/evaluator.h"
#include "rules/game.h"

namespace raichi {

/// Evaluates everything that a `Search` or a `Player` requests until it requests no more. Returns
/// the number of evaluations. `evaluator` may be null if nothing is requested. Calls `tick`, if
/// there is one, after every batch.
template <typename Thinker>
int Think(Thinker* thinker, Evaluator* evaluator, const std::function<void()>& tick = {}) {
  std::vector<Evaluation> answers;
  int evaluations = 0;
  for (auto leaves = thinker->SelectLeaves(); !leaves.empty(); leaves = thinker->SelectLeaves()) {
    if (answers.size() < leaves.size()) answers.resize(leaves.size());
    const std::span batch = std::span(answers).first(leaves.size());
    evaluator->Evaluate(leaves, batch);
    thinker->Answer(batch);
    evaluations += static_cast<int>(leaves.size());
    if (tick) tick();
  }
  return evaluations;
}

class Search;

/// One side of one game. A player that needs an evaluator hands out leaves, so that a match can
/// evaluate the leaves of all its games as one batch. Other players decide immediately.
class Player {
 public:
  virtual ~Player() = default;
  /// Begins a new game from the position `game`. `seed` determines the player's random choices.
  virtual void NewGame(const Game& game, uint64_t seed) = 0;
  /// Sets a condition to stop thinking early. Players that think for long poll `stop` meanwhile;
  /// once it returns true, they settle for the best move found so far.
  virtual void StopWhen(const std::function<bool()>& /*stop*/) {}
  /// Begins this player's turn in `game`, which includes the moves played since the last call.
  virtual void BeginTurn(const Game& game) = 0;
  /// Returns the next leaves to evaluate, or none once the move is decided.
  virtual std::span<const LeafRequest> SelectLeaves() { return {}; }
  /// Supplies the evaluations of all these leaves, in the same order.
  virtual void Answer(std::span<const Evaluation>) {}
  /// Returns the chosen move, which is legal. Called once per turn, after `SelectLeaves` returned
  /// none.
  virtual Move ChooseMove() = 0;
  /// Returns the player's value of the position that it just decided on, for the side to move, in
  /// [-1, 1]; NaN if the player has no estimate.
  virtual float Value() const;
  /// Returns the search behind the decision, for inspection; null if there is none.
  virtual const Search* search() const { return nullptr; }
};

/// A kind of player. Creates one `Player` per game and side, all of which share its evaluator (null
/// for players that need none).
class PlayerKind {
 public:
  virtual ~PlayerKind() = default;
  virtual std::string name() const = 0;
  virtual std::unique_ptr<Player> NewPlayer() const = 0;
  virtual Evaluator* evaluator() const { return nullptr; }
};

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
