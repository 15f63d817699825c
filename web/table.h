#pragma once

#include <emscripten/val.h>

#include <string>
#include <vector>

#include "rules/game.h"

namespace raichi {

/// Reads the rules of a rule file in JSON (rule_json.cc) and applies changes such as
/// `+first=defenders` (rules/files/rule_changes.h), which may be empty. Throws Error if the result
/// is not valid.
RulesPtr ReadRules(const std::string& rules, const std::string& changes);

/// A game, for the page. Squares are numbers that count from a1 rank by rank: (rank - 1) * size +
/// file - 1, as in the planes of the network.
class Table {
 public:
  /// A game from the setup, or from `position` if that is not empty. Throws Error if `ReadRules`
  /// does, if the position is not one of these rules, or if the game is over in it.
  explicit Table(const std::string& rules, const std::string& changes = "",
                 const std::string& position = "");

  const Game& game() const { return game_; }
  /// Plays a move, in any notation. Throws Error if it is not legal.
  void Play(const std::string& move);
  /// Takes back the last `plies` moves.
  void TakeBack(int plies);

  /// Describes what stays the same during a game: {name, title, size, hasRoyal, yaml, recorded,
  /// special}. `yaml` is the text of the rules, `recorded` the one that records carry.
  /// `special` has "", "throne", "corner", "camp" or "goal" (where else the king wins) for each
  /// square.
  emscripten::val Board() const;
  /// Describes the present state: {ply, toMove, pieces, closed, moves, last, call, result, reason,
  /// outcome, start, position, record}; `start` is the position in which the game began. `pieces`
  /// has "", "t", "b", "T" or "K" for each square; `closed` has "closed" for each square of a
  /// closed camp, else ""; `moves` are the legal moves; `last` is a move or null; `call` is
  /// "raichi", "tuichu" or empty; `record` has the moves as text. A move is {text, from, to,
  /// captures}; a captured king is the last of the captures.
  emscripten::val State() const;

 private:
  int Number(Square s) const;
  emscripten::val ToMove(Move move, const Step& step) const;
  emscripten::val LegalMoves() const;
  emscripten::val LastMove() const;
  emscripten::val Record() const;

  Game game_;
  std::vector<Step> steps_;  // the effects of each move of the game
};

}  // namespace raichi
