#pragma once

#include <array>
#include <cstddef>

#include "nn/cpu/convolution.h"
#include "nn/cpu/winograd_transforms.h"

namespace raichi {

inline constexpr size_t kMostSide = 19;

/// The tiles along a side of a board: those of four outputs, then those of three.
struct TileRow {
  size_t fours, threes;

  constexpr size_t count() const { return fours + threes; }
  constexpr size_t points() const { return PointsOf(4) * fours + PointsOf(3) * threes; }
};

/// Returns the tiles that cover a side with the fewest points.
constexpr TileRow TilesAlong(size_t side) {
  TileRow best{0, (side + 2) / 3};
  for (size_t fours = 1; 4 * fours < side + 4; ++fours) {
    const size_t rest = side > 4 * fours ? side - 4 * fours : 0;
    const TileRow row{fours, (rest + 2) / 3};
    if (row.points() < best.points()) best = row;
  }
  return best;
}

inline constexpr size_t kPoints = kMostPoints * kMostPoints;

/// The number of the point (i, j): those of tiles of 3x3 outputs come first, and groups of points
/// that belong to the same tiles are adjacent.
constexpr size_t PointNumber(size_t i, size_t j) {
  if (i >= kSharedPoints) return kSharedPoints * kMostPoints + j;
  return j < kSharedPoints ? i * kSharedPoints + j : kSharedPoints * kSharedPoints + i;
}

/// The tiles of some boards, from the board `first` on, and the places of their points in memory: a
/// matrix [tile][channel] for each point (i, j). The sixth point along an axis belongs to tiles of
/// four only, so there are four groups of points, each with a number of tiles of its own.
class Tiles {
 public:
  Tiles(size_t first, size_t boards, BoardShape shape, size_t channels)
      : shape_(shape),
        first_(first),
        boards_(boards),
        channels_(channels),
        row_(TilesAlong(shape.side)) {
    for (size_t g = 0; g < groups_.size(); ++g) {
      const bool all_ranks = g / 2 == 0, all_files = g % 2 == 0;
      Group& group = groups_[g];
      group.begin = size_;
      group.ranks = all_ranks ? row_.count() : row_.fours;
      group.files = all_files ? row_.count() : row_.fours;
      group.columns = all_files ? kSharedPoints : 1;
      group.step = boards * group.ranks * group.files * channels;
      group.points = (all_ranks ? kSharedPoints : 1) * group.columns;
      size_ += group.points * group.step;
    }
  }

  BoardShape shape() const { return shape_; }
  size_t channels() const { return channels_; }
  /// The numbers of all matrices together.
  size_t size() const { return size_; }
  /// Calls `use` for each point that tiles have: with its number, its first row among the rows of
  /// all matrices, and the number of its rows.
  template <typename Use>
  void ForEachPoint(const Use& use) const {
    size_t point = 0;
    for (const Group& group : groups_) {
      const size_t rows = group.step / channels_;
      for (size_t i = 0; i < group.points; ++i, ++point) {
        if (rows > 0) use(point, group.begin / channels_ + i * rows, rows);
      }
    }
  }

  /// Where a tile's numbers begin in each group.
  using Begins = std::array<size_t, 4>;
  Begins BeginsOf(size_t board, size_t rank, size_t file) const {
    Begins begins;
    for (size_t g = 0; g < groups_.size(); ++g) {
      const Group& group = groups_[g];
      const size_t tile = ((board - first_) * group.ranks + rank) * group.files + file;
      begins[g] = group.begin + tile * channels_;
    }
    return begins;
  }
  /// The place of the first channel of a tile's point (i, j).
  size_t PlaceOf(const Begins& begins, size_t i, size_t j) const {
    const size_t g = GroupOf(i, j);
    const size_t point = i % kSharedPoints * groups_[g].columns + j % kSharedPoints;
    return begins[g] + point * groups_[g].step;
  }
  /// Calls use.operator()<outputs along the rank's side>(board, rank, its first square's rank) for
  /// each rank of tiles.
  template <typename Use>
  void ForEachRank(const Use& use) const {
    for (size_t board = first_; board < first_ + boards_; ++board) {
      ForEachAlong([&]<size_t kTile>(size_t rank, size_t top) {
        use.template operator()<kTile>(board, rank, top);
      });
    }
  }
  /// Calls use.operator()<outputs>(number, first square) for each tile along a side.
  template <typename Use>
  void ForEachAlong(const Use& use) const {
    size_t i = 0;
    for (; i < row_.fours; ++i) use.template operator()<4>(i, 4 * i);
    for (; i < row_.count(); ++i) use.template operator()<3>(i, row_.fours + 3 * i);
  }

 private:
  struct Group {
    size_t begin;            // of its numbers
    size_t ranks, files;     // of tiles on a board
    size_t points, columns;  // all, and those along a rank
    size_t step;             // from one point to the next
  };
  static constexpr size_t GroupOf(size_t i, size_t j) {
    return i / kSharedPoints * 2 + j / kSharedPoints;
  }

  BoardShape shape_;
  size_t first_, boards_, channels_;
  TileRow row_;
  std::array<Group, 4> groups_;
  size_t size_ = 0;
};

}  // namespace raichi
