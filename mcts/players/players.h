#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/rng.h"
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

/// The player `random`: all legal moves are equally likely.
Move ChooseRandomMove(const Game& game, Rng* rng);

/// The player `greedy`, which looks one move ahead. Its preferences, in descending order of
/// priority:
///  1. win at once;
///  2. do not let the opponent win at once (king to a goal, capture of the king);
///  3. rather draw at once than let the opponent win;
///  4. capture as many men as possible;
///  5. defenders only: open as many roads for the king as possible.
/// It chooses randomly among equally good moves.
Move ChooseGreedyMove(const Game& game, Rng* rng);

/// The player `shuffle`, which waits for the opponent to make progress. Its preferences:
///  1. win at once;
///  2. do not let the opponent win at once, nor lose by the move itself;
///  3. rather draw at once than let the opponent win;
///  4. capture nothing, and leave the king where he is;
///  5. take back the move that it made before;
///  6. move as few squares as possible.
/// It chooses randomly among equally good moves.
Move ChooseShufflingMove(const Game& game, Rng* rng);

/// A player that decides by a function of the game and its random stream.
class InstantPlayer : public Player {
 public:
  using Choice = Move (*)(const Game& game, Rng* rng);
  explicit InstantPlayer(Choice choose) : choose_(choose) {}

  void NewGame(const Game&, uint64_t seed) override { rng_ = Rng(seed); }
  void BeginTurn(const Game& game) override { move_ = choose_(game, &rng_); }
  Move ChooseMove() override { return move_; }

 private:
  Choice choose_;
  Rng rng_{0};
  Move move_;
};

/// Returns the kind of player that a word names: `random`, `greedy`, `playouts:VISITS` or
/// `alphabeta:DEPTH` (up to 32). Returns null if the word starts with none of these names (it may
/// be a model). Throws UsageError if it does but the number is missing, out of range or, as in
/// `greedy:3`, one too many.
std::unique_ptr<PlayerKind> ParsePlayer(const std::string& word);

}  // namespace raichi
