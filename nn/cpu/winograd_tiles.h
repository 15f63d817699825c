#pragma once

#include <array>
#include <cstddef>

#include "nn/cpu/convolution.h"

namespace raichi {

/// The transforms of Winograd's F(3, 3) and F(4, 3) along one axis: the kTile outputs of a kernel w
/// of three weights on kTile + 2 inputs x are kOutputs ((kWeights w) * (kInputs x)). The points are
/// a, -a, b, -b, infinity and, for four outputs only, 0, in this order. Both sizes share the points
/// and the weights: the scales by which they differ are in the inputs' transform.
///
/// In bf16, a convolution loses 0.7 % by tiles of 3 and 1.0 % by tiles of 4. Of all a and b in
/// steps of 1/16, these lose about the least for both; 1 and 1/2 lose 0.8 % and 2.1 %.
///
/// Each function multiplies a column of vectors x, `step` apart, by a matrix.
inline constexpr float kNear = 0.625f, kFar = 1.5f;  // a and b
inline constexpr float kNearSquared = kNear * kNear, kFarSquared = kFar * kFar;

inline constexpr size_t kKernel = 3;        // weights along a side of a kernel
inline constexpr size_t kSharedPoints = 5;  // of both sizes
inline constexpr size_t kMostPoints = 6;
constexpr size_t PointsOf(size_t tile) { return tile + kKernel - 1; }

/// The scales of the weights' points a and b: the derivatives of the polynomial whose roots are the
/// points, for a divided by a, by which outputs take fewer operations.
inline constexpr float kNearScale = 2 * (kNearSquared - kFarSquared);
inline constexpr float kFarScale = 2 * kFar * (kFarSquared - kNearSquared);

/// Transforms three weights to kMostPoints values.
template <typename V>
inline void TransformWeights(const V* x, size_t step, V* y, size_t y_step) {
  const V even = x[0] + kNearSquared * x[2 * step], odd = kNear * x[step];
  const V even_far = x[0] + kFarSquared * x[2 * step], odd_far = kFar * x[step];
  y[0] = (even + odd) * (1 / kNearScale);
  y[y_step] = (odd - even) * (1 / kNearScale);
  y[2 * y_step] = (even_far + odd_far) * (1 / kFarScale);
  y[3 * y_step] = (odd_far - even_far) * (1 / kFarScale);
  y[4 * y_step] = x[2 * step];
  y[5 * y_step] = x[0] * (1 / (kNearSquared * kFarSquared));
}

/// Multiplies by the transpose of kWeights.
template <typename V>
inline void TransformSums(const V* x, size_t step, V* y, size_t y_step) {
  const V even = (x[0] - x[step]) * (1 / kNearScale), odd = (x[0] + x[step]) * (1 / kNearScale);
  const V even_far = (x[2 * step] - x[3 * step]) * (1 / kFarScale);
  const V odd_far = (x[2 * step] + x[3 * step]) * (1 / kFarScale);
  y[0] = even + even_far + x[5 * step] * (1 / (kNearSquared * kFarSquared));
  y[y_step] = kNear * odd + kFar * odd_far;
  y[2 * y_step] = kNearSquared * even + kFarSquared * even_far + x[4 * step];
}

/// Transforms kTile + 2 inputs to as many points.
template <size_t kTile, typename V>
inline void TransformInputs(const V* x, size_t step, V* y, size_t y_step) {
  // A factor of x, for the point 0, moves the inputs by one.
  constexpr bool kZero = kTile == 4;
  const V* const moved = x + (kZero ? step : 0);
  const auto all_roots = [&](const V* from) {
    return from[4 * step] - (kNearSquared + kFarSquared) * from[2 * step] +
           kNearSquared * kFarSquared * from[0];
  };
  const V odd = x[3 * step] - kFarSquared * x[step];
  const V odd_far = x[3 * step] - kNearSquared * x[step];
  V even, even_far;
  if constexpr (kZero) {
    even = (x[4 * step] - kFarSquared * x[2 * step]) * (1 / kNear);
    even_far = (x[4 * step] - kNearSquared * x[2 * step]) * (1 / kFar);
  } else {
    even = (x[2 * step] - kFarSquared * x[0]) * kNear;
    even_far = (x[2 * step] - kNearSquared * x[0]) * kFar;
  }
  y[0] = odd + even;
  y[y_step] = odd - even;
  y[2 * y_step] = odd_far + even_far;
  y[3 * y_step] = odd_far - even_far;
  y[4 * y_step] = all_roots(moved);
  if constexpr (kZero) y[5 * y_step] = all_roots(x);
}

/// Transforms the points of a tile to kTile outputs.
template <size_t kTile, typename V>
inline void TransformOutputs(const V* x, size_t step, V* y, size_t y_step) {
  const V sum = x[0] + x[step], sum_far = x[2 * step] + x[3 * step];
  const V difference = x[0] - x[step], difference_far = x[2 * step] - x[3 * step];
  const V first = sum_far + (1 / kNear) * sum;
  y[y_step] = difference + kFar * difference_far;
  if constexpr (kTile == 4) {
    y[0] = first + x[5 * step];
    y[2 * y_step] = kNear * sum + kFarSquared * sum_far;
    y[3 * y_step] = (x[4 * step] + kNearSquared * difference) + kFarSquared * kFar * difference_far;
  } else {
    y[0] = first;
    y[2 * y_step] = (x[4 * step] + kNear * sum) + kFarSquared * sum_far;
  }
}

/// Multiplies by the transpose of kOutputs.
template <size_t kTile, typename V>
inline void TransformGradients(const V* x, size_t step, V* y, size_t y_step) {
  const V even = (1 / kNear) * x[0] + kNear * x[2 * step];
  const V even_far = x[0] + kFarSquared * x[2 * step];
  V odd = x[step], odd_far = x[step];
  if constexpr (kTile == 4) {
    odd += kNearSquared * x[3 * step];
    odd_far += kFarSquared * x[3 * step];
  }
  odd_far *= kFar;
  y[0] = even + odd;
  y[y_step] = even - odd;
  y[2 * y_step] = even_far + odd_far;
  y[3 * y_step] = even_far - odd_far;
  y[4 * y_step] = x[(kTile - 1) * step];
  if constexpr (kTile == 4) y[5 * y_step] = x[0];
}

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
      group.step = boards * group.ranks * group.files * channels;
      group.points = (all_ranks ? kSharedPoints : 1) * (all_files ? kSharedPoints : 1);
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

  /// The places of a tile's points, for its first channel.
  class Places {
   public:
    /// Calls use(i, pointer) for the points (i, j) of a column of kRows points in `data`.
    template <size_t kRows, typename T>
    void ForEachInColumn(T* data, size_t j, const auto& use) const {
      ForEachOf<kRows>(data + Of(0, j), Of(1, j) - Of(0, j), data + Of(kSharedPoints, j), use);
    }
    /// Calls use(j, pointer) for the points (i, j) of a row of kColumns points in `data`.
    template <size_t kColumns, typename T>
    void ForEachInRow(T* data, size_t i, const auto& use) const {
      ForEachOf<kColumns>(data + Of(i, 0), Of(i, 1) - Of(i, 0), data + Of(i, kSharedPoints), use);
    }
    /// Goes on to the next tile of the rank.
    void Advance(size_t channels) {
      for (size_t& begin : begins_) begin += channels;
    }

   private:
    friend class Tiles;
    size_t Of(size_t i, size_t j) const {
      const size_t g = GroupOf(i, j), columns = j < kSharedPoints ? kSharedPoints : 1;
      return begins_[g] + (i % kSharedPoints * columns + j % kSharedPoints) * steps_[g];
    }
    template <size_t kCount, typename T>
    static void ForEachOf(T* first, size_t step, T* sixth, const auto& use) {
      first = Hidden(first);
      ForEachIndex<kSharedPoints>([&](size_t i) { use(i, first + i * step); });
      if constexpr (kCount > kSharedPoints) use(kSharedPoints, Hidden(sixth));
    }

    std::array<size_t, 4> begins_, steps_;  // by group
  };
  /// The places of the first tile of a rank of tiles.
  Places PlacesOf(size_t board, size_t rank) const {
    Places places;
    for (size_t g = 0; g < groups_.size(); ++g) {
      const Group& group = groups_[g];
      const size_t tile = ((board - first_) * group.ranks + rank) * group.files;
      places.begins_[g] = group.begin + tile * channels_;
      places.steps_[g] = group.step;
    }
    return places;
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
    size_t begin;         // of its numbers
    size_t ranks, files;  // of tiles on a board
    size_t points;
    size_t step;  // from one point to the next
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
