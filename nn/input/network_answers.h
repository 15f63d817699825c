#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "mcts/evaluator.h"
#include "nn/input/encoder.h"

namespace raichi {

/// Inputs and outputs of an exported network as plain arrays (docs/model-format.md), whichever
/// program runs it. Independent of LibTorch.

/// Outputs of a network for a batch of N positions on a canvas of S x S squares.
struct NetworkAnswers {
  std::vector<float> policy;      // [N][PolicySize(S)]: logits
  std::vector<float> wdl;         // [N][3]: win, draw, loss for the side to move
  std::vector<float> moves_left;  // [N]: plies
};

/// Returns the planes of the packed positions as [N][kPlanes][rank][file].
std::vector<float> UnpackPlanes(const PackedBatch& positions);

/// Converts the answers for position `index` into an evaluation. `moves` are its legal moves; the
/// priors are the softmax of their logits alone.
void ReadAnswer(const NetworkAnswers& answers, int canvas, size_t index,
                std::span<const Move> moves, Evaluation* out);

}  // namespace raichi
