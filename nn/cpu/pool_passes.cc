#include "nn/cpu/pool_passes.h"

namespace raichi {

void PoolBoards(const float* x, const BoardBatch& boards, float* features) {
  ForEachBoard(boards, [&]<typename L>(size_t board, size_t c) {
    const size_t first = 3 * board * boards.channels + c;
    const auto side = static_cast<float>(boards.SideOf(board));
    L sum, most, value;
    sum.Clear();
    most.Clear();
    ForEachOnBoard(boards, board, [&](size_t place) {
      value.From(x + place + c);
      ForEachIndex<kLanes<L>>([&](size_t i) {
        sum.v[i] += value.v[i];
        most.v[i] = value.v[i] > most.v[i] ? value.v[i] : most.v[i];
      });
    });
    ForEachIndex<kLanes<L>>([&](size_t i) {
      sum.v[i] /= side * side;
      value.v[i] = sum.v[i] * ((side - 9.0f) / 10.0f);
    });
    sum.To(features + first);
    value.To(features + first + boards.channels);
    most.To(features + first + 2 * boards.channels);
  });
}

void DifferentiatePool(const float* x, const float* features, const float* of_features,
                       const BoardBatch& boards, float* dx) {
  ForEachBoard(boards, [&]<typename L>(size_t board, size_t c) {
    const size_t first = 3 * board * boards.channels + c;
    const auto side = static_cast<float>(boards.SideOf(board));
    L most, of_most, base, count, value, zero;
    most.From(features + first + 2 * boards.channels);
    of_most.From(of_features + first + 2 * boards.channels);
    base.From(of_features + first);
    value.From(of_features + first + boards.channels);
    zero.Clear();
    count.Clear();
    ForEachIndex<kLanes<L>>([&](size_t i) {
      base.v[i] = (base.v[i] + value.v[i] * ((side - 9.0f) / 10.0f)) / (side * side);
    });
    ForEachOnBoard(boards, board, [&](size_t place) {
      value.From(x + place + c);
      ForEachIndex<kLanes<L>>(
          [&](size_t i) { count.v[i] += value.v[i] == most.v[i] ? zero.v[i] + 1.0f : zero.v[i]; });
    });
    ForEachIndex<kLanes<L>>([&](size_t i) { of_most.v[i] /= count.v[i]; });
    ForEachOnBoard(boards, board, [&](size_t place) {
      value.From(x + place + c);
      ForEachIndex<kLanes<L>>([&](size_t i) {
        value.v[i] = base.v[i] + (value.v[i] == most.v[i] ? of_most.v[i] : zero.v[i]);
      });
      value.To(dx + place + c);
    });
    ForEachOffBoard(boards, board, [&](size_t place) { zero.To(dx + place + c); });
  });
}

}  // namespace raichi
