#pragma once

#include <emscripten/val.h>

#include <string>
#include <vector>

#include "rules/game.h"

namespace raichi {

/// A game as the page sees it. Squares are numbers, rank by rank from a1: (rank - 1) * size + file
/// - 1, as in the network's planes.
class Table {
 public:
  /// `rules`: a rule file as JSON (rule_json.cc). Throws Error.
  explicit Table(const std::string& rules);

  const Game& game() const { return game_; }
  /// Plays a legal move, in any notation. Throws Error.
  void Play(const std::string& move);
  /// Takes back the last `plies` moves.
  void TakeBack(int plies);

  /// What does not change: {name, title, size, yaml, special: for each square "", throne, corner or
  /// camp}.
  emscripten::val Board() const;
  /// What does: {ply, toMove, pieces: for each square "", t, T or K, moves: the legal ones, last: a
  /// move or null, call: raichi or tuichu, result, reason, outcome, position, record: moves as
  /// text}; a move is {text, from, to, captures}.
  emscripten::val State() const;

 private:
  int Number(Square s) const;
  emscripten::val ToMove(Move move, const Step& step) const;
  emscripten::val LegalMoves() const;
  emscripten::val LastMove() const;
  emscripten::val Record() const;

  Game game_;
  std::vector<Step> steps_;  // what each move of the game did
};

}  // namespace raichi
