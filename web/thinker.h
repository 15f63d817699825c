#pragma once

#include <emscripten/val.h>

#include <span>
#include <string>
#include <vector>

#include "base/rng.h"
#include "mcts/evaluators/plain_evaluators.h"
#include "mcts/players/search_player.h"
#include "rules/board/types.h"
#include "web/page_network.h"
#include "web/table.h"

namespace raichi {

/// A search that the page controls. It selects leaves, which this worker evaluates, or some of
/// which other workers evaluate.
///
///   thinker.begin(table);
///   for (let n; (n = thinker.select()) > 0; ) {
///     const half = n >> 1;
///     const answer = ask(thinker.question(network.canvas, 0, half));  // in another worker:
///     thinker.evaluate(network, half, n - half);                      // network.answer(question)
///     thinker.read(0, half, await answer);
///     thinker.backUp();
///   }
///   table.play(thinker.choose());
class Thinker {
 public:
  /// A network evaluates the leaves if `has_network` is true, otherwise `PlayOut` does. A turn
  /// takes `visits`, or `seconds` if that is not 0. It ends with a random move in `careless`
  /// percent of all turns (mcts/players/levels.h).
  Thinker(bool has_network, int visits, double seconds, unsigned seed, int careless = 0);

  /// Begins a turn in the game of `table`.
  void Begin(const Table& table);
  /// Selects leaves and returns their number; 0 if the turn is decided, or if the tree is too
  /// large.
  int Select();
  /// Evaluate `count` of the selected leaves from the leaf `first` on: by a network of this worker,
  /// or by the answer that a network of another worker gave to the question about them
  /// (page_network.h).
  void Evaluate(PageNetwork& network, int first, int count);
  emscripten::val Question(int canvas, int first, int count) const;
  void Read(int first, int count, const emscripten::val& answer);
  /// Takes the evaluations of all selected leaves into the tree.
  void BackUp();
  /// Evaluates the selected leaves by random playouts and takes them into the tree.
  void PlayOut();
  /// The chosen move. Call this when the turn is decided.
  std::string Choose();
  /// The result of the search so far, for the side to move: {value, draw (probability), movesLeft
  /// (plies), proof ("", "win", "draw" or "loss"), plies (to the proven end), visits, moves (the
  /// best five, each {text, visits, value, line (the moves that the search expects, this first)})}.
  emscripten::val Advice() const;

 private:
  /// Storage for the evaluations of the selected leaves.
  std::span<Evaluation> Answers();
  std::span<Evaluation> Answers(int first, int count);
  std::span<const LeafRequest> Leaves(int first, int count) const;

  SearchPlayer player_;
  unsigned seed_;
  double careless_;  // the share of random moves
  Rng rng_;
  Move random_move_;  // none if this turn's move is that of the search
  bool has_game_ = false;
  PlayoutEvaluator playouts_{PlayoutConfig{}};
  std::span<const LeafRequest> leaves_;  // the selected leaves
  std::vector<Evaluation> answers_;      // never shrinks
};

}  // namespace raichi
