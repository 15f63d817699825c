#pragma once

#include <ATen/Parallel.h>

#include "nn/network/torch_compat.h"
#include "nn/network/vectors.h"

namespace raichi {

/// Includes LibTorch headers, so only code of the LibTorch library may include this header. Passes
/// over the squares of a batch on the processor, for normalization.

/// The sizes of a batch [board][square][channel] of f32. A row is a square of a board. The channels
/// are a multiple of 8.
struct NormBatch {
  int64_t boards, squares, channels;
  const float* mask;  // of each row, or null: all are 1

  /// For x [N, C, S, S], channels-last, and a mask [N, 1, S, S], which may be undefined.
  NormBatch(const at::Tensor& x, const at::Tensor& masks)
      : boards(x.size(0)),
        squares(x.size(2) * x.size(3)),
        channels(x.size(1)),
        mask(masks.defined() ? masks.data_ptr<float>() : nullptr) {}
  float MaskOf(int64_t row) const { return mask == nullptr ? 1.0f : mask[row]; }
};

/// Calls use(board) for all boards, on LibTorch's threads.
template <typename Use>
void ForEachBoard(const NormBatch& batch, const Use& use) {
  constexpr int64_t kLeastBoards = 8;  // of a thread
  at::parallel_for(0, batch.boards, kLeastBoards, [&](int64_t begin, int64_t end) {
    for (int64_t board = begin; board < end; ++board) use(board);
  });
}

/// Calls use(row, channel) for each vector of channels in each row.
template <size_t kVector, typename Use>
void ForEachVector(const NormBatch& batch, const Use& use) {
  ForEachBoard(batch, [&](int64_t board) {
    for (int64_t row = board * batch.squares; row < (board + 1) * batch.squares; ++row) {
      for (int64_t c = 0; c < batch.channels; c += kVector) use(row, c);
    }
  });
}

/// Returns sums over the squares of each board, [boards, kSums, channels]. add(row, channel, sums)
/// adds the terms of a vector of channels in a row.
template <size_t kVector, size_t kSums, typename Add>
at::Tensor SumBoards(const NormBatch& batch, const Add& add) {
  const auto count = static_cast<int64_t>(kSums);
  const at::Tensor result = at::empty({batch.boards, count, batch.channels}, at::kFloat);
  float* const to = result.data_ptr<float>();
  ForEachBoard(batch, [&](int64_t board) {
    for (int64_t c = 0; c < batch.channels; c += kVector) {
      Vector<kVector> sums[kSums]{};
      for (int64_t row = board * batch.squares; row < (board + 1) * batch.squares; ++row) {
        add(row, c, sums);
      }
      for (int64_t i = 0; i < count; ++i) {
        Store(sums[i], to + (board * count + i) * batch.channels + c);
      }
    }
  });
  return result;
}

/// Returns the sums over all boards, [kSums, channels].
inline at::Tensor Total(const at::Tensor& board_sums) {
  return board_sums.sum(0, false, at::kDouble).to(at::kFloat);
}

}  // namespace raichi
