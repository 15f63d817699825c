#pragma once

#include <emscripten/val.h>

#include <cstdint>
#include <span>
#include <vector>

#include "mcts/evaluator.h"
#include "nn/cpu/cpu_network.h"
#include "nn/input/encoder.h"

namespace raichi {

/// A network of the page (nn/cpu), on the thread of its worker. It evaluates leaves of this worker,
/// or those of another worker, which arrive as a *question* and leave as an *answer*.
class PageNetwork {
 public:
  /// `bytes`: a safetensors export (docs/model-format.md) as a Uint8Array. Throws Error if it
  /// cannot be used.
  explicit PageNetwork(const emscripten::val& bytes);

  int canvas() const { return positions_.canvas; }
  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out);
  /// Answers a question, a Uint32Array, with a Float32Array.
  emscripten::val Answer(const emscripten::val& question);

 private:
  explicit PageNetwork(const FoldedNetwork& network);

  CpuNetwork<float> network_;
  PackedBatch positions_;
};

/// Returns the question about leaves on a canvas, a Uint32Array. For each leaf: the squares along a
/// side of the board, the number of moves, the planes (PackedBatch::rows), the numbers
/// (PackedBatch::globals, as bits) and the moves (Move::code).
emscripten::val QuestionOf(std::span<const LeafRequest> leaves, int canvas);
/// Reads the answer to the question about leaves: for each leaf win, draw, loss, the moves left,
/// and the priors.
void TakeAnswer(const emscripten::val& answer, std::span<const LeafRequest> leaves,
                std::span<Evaluation> out);

}  // namespace raichi
