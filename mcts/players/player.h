#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "mcts/evaluator.h"
#include "rules/game.h"

namespace raichi {

class Search;

/// One side of one game. A player that needs an evaluator hands out leaves, so that a match
/// evaluates the leaves of all its games as one batch; the others decide at once.
class Player {
 public:
  virtual ~Player() = default;
  /// A new game begins: `game` is its start, `seed` fixes the player's random choices.
  virtual void NewGame(const Game& game, uint64_t seed) = 0;
  /// A player that takes long to decide without leaves asks `stop` while it does, and ends with the
  /// best that it has once it says so.
  virtual void StopWhen(const std::function<bool()>& /*stop*/) {}
  /// It is this player's turn in `game`, which has the moves played since the last call.
  virtual void BeginTurn(const Game& game) = 0;
  /// The next leaves to evaluate, none once the move is decided.
  virtual std::span<const LeafRequest> SelectLeaves() { return {}; }
  /// Answers all of them, in their order.
  virtual void Backup(std::span<const Evaluation>) {}
  /// The move; legal. Called once a turn, after `SelectLeaves` returned none.
  virtual Move ChooseMove() = 0;
  /// What the player thinks of the position it just decided on, for the side to move, in [-1, 1];
  /// NaN where it has no opinion.
  virtual float Value() const;
  /// The search behind the decision, for those who want to look into it; null where there is none.
  virtual const Search* search() const { return nullptr; }
};

/// A kind of player that games can be given: makes one `Player` a game and side, all of which
/// share its evaluator (null for players that need none).
class PlayerKind {
 public:
  virtual ~PlayerKind() = default;
  virtual std::string name() const = 0;
  virtual std::unique_ptr<Player> NewPlayer() const = 0;
  virtual Evaluator* evaluator() const { return nullptr; }
};

}  // namespace raichi
