#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mcts/evaluator.h"
#include "nn/input/encoder.h"
#include "rules/board/types.h"
#include "rules/symmetry.h"

namespace raichi {

/// The policy head outputs one number for each move that a rook could make on an empty canvas of
/// S x S squares. Its index is
///
///   index = square * 4(S - 1) + channel
///   square = (rank - 1) * S + (file - 1) of the square that the piece leaves
///   channel = (distance - 1) * 4 + direction; 0 files up, 1 files down, 2 ranks up, 3 ranks down
///
/// Channels are ordered by distance first, so the channels of a smaller canvas are the first
/// channels of a larger one.
constexpr int PolicyChannels(int canvas) { return 4 * (canvas - 1); }
constexpr int PolicySize(int canvas) { return canvas * canvas * PolicyChannels(canvas); }

constexpr int PolicyChannel(Move move) {
  const int step = move.step();
  const int direction = (move.is_along_file() ? 2 : 0) + (step < 0 ? 1 : 0);
  return ((step < 0 ? -step : step) - 1) * 4 + direction;
}

constexpr int SquareIndex(Square square, int canvas) {
  return (square.y() - 1) * canvas + square.x() - 1;
}

constexpr int PolicyIndex(Move move, int canvas) {
  return SquareIndex(move.from(), canvas) * PolicyChannels(canvas) + PolicyChannel(move);
}

/// Returns the move of an index, or Move() if that move would leave the canvas.
constexpr Move PolicyMove(int index, int canvas) {
  const int square = index / PolicyChannels(canvas);
  const int channel = index % PolicyChannels(canvas);
  const Square from(square % canvas + 1, square / canvas + 1);
  const int step = (channel % 2 == 0 ? 1 : -1) * (channel / 4 + 1);
  const bool along_file = channel % 4 >= 2;
  const int target = (along_file ? from.y() : from.x()) + step;
  if (target < 1 || target > canvas) return Move();
  return along_file ? Move::AlongFile(from, target) : Move::AlongRank(from, target);
}

/// Returns for each policy index the square that its move reaches, or 0 if the move would leave the
/// canvas.
inline std::vector<int64_t> ReachedSquares(int canvas) {
  std::vector<int64_t> squares;
  for (int i = 0; i < PolicySize(canvas); ++i) {
    const Move move = PolicyMove(i, canvas);
    squares.push_back(move.IsNone() ? 0 : SquareIndex(move.to(), canvas));
  }
  return squares;
}

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
