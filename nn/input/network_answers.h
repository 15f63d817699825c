#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "mcts/evaluator.h"
#include "nn/input/encoder.h"

namespace raichi {

/// An exported network from outside, whatever runs it: its inputs and outputs as arrays
/// (docs/model-format.md). Knows no LibTorch.

/// What it says of a batch of N positions on a canvas S.
struct NetworkAnswers {
  std::vector<float> policy;      // [N][PolicySize(S)]: logits
  std::vector<float> wdl;         // [N][3]: win, draw, loss for the side to move
  std::vector<float> moves_left;  // [N]: plies
};

/// The planes of the packed positions, [N][kPlanes][rank][file].
std::vector<float> UnpackPlanes(const PackedBatch& positions);

/// What the answers say of the position `index`, whose legal moves are `moves`: its priors are the
/// soft-max over these alone.
void ReadAnswer(const NetworkAnswers& answers, int canvas, size_t index,
                std::span<const Move> moves, Evaluation* out);

}  // namespace raichi
