#pragma once

#include <emscripten/val.h>

#include <span>
#include <string>
#include <vector>

#include "mcts/evaluators/playout_evaluator.h"
#include "mcts/players/search_player.h"
#include "nn/input/network_answers.h"
#include "web/table.h"

namespace raichi {

/// A search that the page controls. It provides leaves as inputs of a network and takes the
/// outputs.
///
///   thinker.begin(table);
///   for (let n; (n = thinker.select()) > 0; ) {
///     thinker.encode();
///     const {policy, wdl, moves_left} = await network.run(n, thinker.planes(), thinker.numbers());
///     thinker.answer(policy, wdl, moves_left);
///   }
///   table.play(thinker.choose());
class Thinker {
 public:
  /// `canvas`: the board size of the network, in squares along a side; 0 means that `PlayOut`
  /// evaluates the leaves. A turn takes `visits`, or `seconds` if that is not 0.
  Thinker(int canvas, int visits, double seconds, unsigned seed);

  /// Begins a turn in the game of `table`.
  void Begin(const Table& table);
  /// Selects leaves and returns their number; 0 if the turn is decided, or if the tree is too
  /// large.
  int Select();
  /// Computes the inputs of the network for the selected leaves. Planes and Numbers return them as
  /// Float32Arrays, views that are valid until the next call of any function of this class.
  void Encode();
  emscripten::val Planes() const;
  emscripten::val Numbers() const;
  /// Evaluates the selected leaves by the outputs of the network, Float32Arrays
  /// (docs/model-format.md).
  void Answer(const emscripten::val& policy, const emscripten::val& wdl,
              const emscripten::val& moves_left);
  /// Evaluates the selected leaves by random playouts.
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

  SearchPlayer player_;
  unsigned seed_;
  bool has_game_ = false;
  PackedBatch packed_;
  std::vector<float> planes_;
  PlayoutEvaluator playouts_{PlayoutConfig{}};
  std::span<const LeafRequest> leaves_;  // the selected leaves
  std::vector<Evaluation> answers_;      // never shrinks
};

}  // namespace raichi
