#pragma once

#include <cstddef>

#include "nn/cpu/vectors.h"

namespace raichi {

/// The boards from `begin` to `end` of a batch. Pointers are to the whole batch.
struct BoardBatch {
  size_t begin, end;
  size_t canvas;  // squares along a side
  size_t channels;
  const float* sides;  // [board]: squares along a side of the board; null: all fill the canvas

  size_t SideOf(size_t board) const {
    return sides == nullptr ? canvas : static_cast<size_t>(sides[board]);
  }
  /// The numbers of a board of the canvas.
  size_t Size() const { return canvas * canvas * channels; }
};

/// The passes of training over a batch go through its boards, channels and squares by the loops
/// below.

/// Some vectors of neighbouring channels.
template <size_t kVector, size_t kCount>
struct Lanes {
  Vector<kVector> v[kCount];

  void Clear() {
    ForEachIndex<kCount>([&](size_t i) { v[i] = Vector<kVector>{}; });
  }
  void From(const float* from) {
    ForEachIndex<kCount>([&](size_t i) { Load(from + i * kVector, &v[i]); });
  }
  /// Loads numbers, or 0 if there are none.
  void FromAny(const float* from) { from == nullptr ? Clear() : From(from); }
  /// Sets negative numbers to 0. NaN stays.
  void Rectify() {
    ForEachIndex<kCount>([&](size_t i) { v[i] = v[i] < 0 ? Vector<kVector>{} : v[i]; });
  }
  /// Sets the numbers to 0 where those of `where` are not positive.
  void KeepPositive(const Lanes& where) {
    ForEachIndex<kCount>([&](size_t i) { v[i] = where.v[i] > 0 ? v[i] : Vector<kVector>{}; });
  }
  void To(float* to) const {
    ForEachIndex<kCount>([&](size_t i) { Store(v[i], to + i * kVector); });
  }
};

/// Calls use<L>(c) for the channels from c on, where L are Lanes.
template <typename Use>
void ForEachLanes(size_t channels, const Use& use) {
  WithVectors(channels, [&]<size_t kVector>() {
    size_t c = 0;
    for (; c + 4 * kVector <= channels; c += 4 * kVector)
      use.template operator()<Lanes<kVector, 4>>(c);
    switch ((channels - c) / kVector) {
      case 3:
        return use.template operator()<Lanes<kVector, 3>>(c);
      case 2:
        return use.template operator()<Lanes<kVector, 2>>(c);
      case 1:
        return use.template operator()<Lanes<kVector, 1>>(c);
    }
  });
}

/// Calls use(place) with the place of each square of a board.
template <typename Use>
inline void ForEachOnBoard(const BoardBatch& boards, size_t board, const Use& use) {
  const size_t side = boards.SideOf(board), step = boards.channels;
  const bool fills = side == boards.canvas;
  const size_t rows = fills ? 1 : side, width = fills ? side * side : side;
  for (size_t y = 0; y < rows; ++y) {
    size_t place = board * boards.Size() + y * boards.canvas * step;
    for (const size_t end = place + width * step; place < end; place += step) use(place);
  }
}

/// The same for each square of the canvas that is off the board.
template <typename Use>
inline void ForEachOffBoard(const BoardBatch& boards, size_t board, const Use& use) {
  const size_t side = boards.SideOf(board), canvas = boards.canvas;
  if (side == canvas) return;
  for (size_t y = 0; y < canvas; ++y) {
    for (size_t x = y < side ? side : 0; x < canvas; ++x) {
      use(board * boards.Size() + (y * canvas + x) * boards.channels);
    }
  }
}

/// Calls use<Lanes>(board, c) for all boards and channels.
template <typename Use>
void ForEachBoard(const BoardBatch& boards, const Use& use) {
  for (size_t board = boards.begin; board < boards.end; ++board) {
    ForEachLanes(boards.channels,
                 [&]<typename L>(size_t c) { use.template operator()<L>(board, c); });
  }
}

template <typename L>
constexpr size_t kLanes = sizeof(L) / sizeof(L::v[0]);

}  // namespace raichi
