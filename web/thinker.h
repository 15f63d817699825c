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

/// A search that the page drives: it hands out leaves as a network's inputs and takes its outputs.
///
///   thinker.begin(table);
///   for (let n; (n = thinker.select()) > 0; ) {
///     thinker.encode();
///     const {policy, wdl, moves_left} = await network.run(n, thinker.planes(), thinker.numbers());
///     thinker.backup(policy, wdl, moves_left);
///   }
///   table.play(thinker.choose());
class Thinker {
 public:
  /// `canvas`: of the network; 0: leaves are evaluated by `PlayOut`. A turn takes `visits`, or
  /// `seconds` if that is not 0.
  Thinker(int canvas, int visits, double seconds, unsigned seed);

  /// It is our turn at this table.
  void Begin(const Table& table);
  /// The number of leaves to evaluate; 0: the turn is decided.
  int Select();
  /// Makes a network's inputs of them, for these two: Float32Arrays, views that the next call of
  /// anything here may end.
  void Encode();
  emscripten::val Planes() const;
  emscripten::val Numbers() const;
  /// Answers them by a network's outputs: Float32Arrays (docs/model-format.md).
  void Backup(const emscripten::val& policy, const emscripten::val& wdl,
              const emscripten::val& moves_left);
  /// Answers them by random playouts.
  void PlayOut();
  /// The move, once the turn is decided.
  std::string Choose();
  /// What the search thinks so far, for the side to move: {value, draw: probability, movesLeft:
  /// plies, proof: "", win, draw or loss, plies: to a proven end, visits, moves: the best five,
  /// each {text, visits, value}}.
  emscripten::val Advice() const;

 private:
  /// Room for an answer to each of the selected leaves.
  std::span<Evaluation> Answers();

  SearchPlayer player_;
  unsigned seed_;
  bool has_game_ = false;
  PackedBatch packed_;
  std::vector<float> planes_;
  PlayoutEvaluator playouts_{PlayoutConfig{}};
  std::span<const LeafRequest> leaves_;  // selected
  std::vector<Evaluation> answers_;      // never shrinks
};

}  // namespace raichi
