#include "nn/cpu/winograd.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "nn/cpu/block_product.h"
#include "nn/cpu/vectors.h"
#include "nn/cpu/winograd_transforms.h"

namespace raichi {
namespace {

constexpr size_t kTile = 3;   // outputs along a side of a tile
constexpr size_t kPatch = 5;  // inputs along a side of a tile; also points
constexpr size_t kPoints = kPatch * kPatch;
constexpr size_t kTilesAtOnce = 36;  // that are transformed; they fit into caches

size_t TilesAlong(size_t side) { return (side + kTile - 1) / kTile; }

/// The tiles of some boards, from the board `first` on. They are the rows of matrices.
struct Tiles {
  size_t first, boards, side, channels;
  size_t along = TilesAlong(side);  // tiles along a side of a board
  size_t count = boards * along * along;

  /// Floats of the tiles after a transform.
  size_t Size() const { return kPoints * count * channels; }
};

/// Calls `use` with the first board and the number of boards, for about kTilesAtOnce tiles at a
/// time.
template <typename Use>
void ForEachBlock(size_t boards, size_t side, const Use& use) {
  const size_t per_board = TilesAlong(side) * TilesAlong(side);
  const size_t most = (kTilesAtOnce + per_board - 1) / per_board;
  for (size_t first = 0; first < boards; first += most) use(first, std::min(most, boards - first));
}

/// A tile and the place of its first square.
struct Tile {
  size_t number, board, top, left;
};

template <typename Use>
void ForEachTile(const Tiles& tiles, const Use& use) {
  Tile tile{0, tiles.first, 0, 0};
  for (; tile.board < tiles.first + tiles.boards; ++tile.board) {
    for (tile.top = 0; tile.top < tiles.side; tile.top += kTile) {
      for (tile.left = 0; tile.left < tiles.side; tile.left += kTile, ++tile.number) use(tile);
    }
  }
}

/// Calls `use` for each square of a tile that is on the board: with its number in the tile and the
/// place of its channels.
template <typename Use>
inline void ForEachSquare(const Tiles& tiles, const Tile& tile, const Use& use) {
  const size_t first = (tile.board * tiles.side + tile.top) * tiles.side + tile.left;
  const size_t height = tiles.side - tile.top, width = tiles.side - tile.left;
  ForEachIndex<kTile * kTile>([&](size_t i) {
    if (i / kTile >= height || i % kTile >= width) return;
    use(i, (first + i / kTile * tiles.side + i % kTile) * tiles.channels);
  });
}

/// Transforms the inputs of one rank of tiles for some channels: out [point][tile][channel].
template <typename V, typename Element>
void TransformRank(const float* board, const Tiles& tiles, size_t rank, Element* out) {
  static constexpr float kZeros[sizeof(V) / sizeof(float)] = {};
  std::array<const float*, kPatch> from;
  std::array<size_t, kPatch> step;
  for (size_t i = 0; i < kPatch; ++i) {
    const size_t y = rank * kTile + i;  // counted from the padding
    const bool is_inside = y >= 1 && y <= tiles.side;
    from[i] = is_inside ? board + (y - 1) * tiles.side * tiles.channels : kZeros;
    step[i] = is_inside ? tiles.channels : 0;
  }
  std::array<V, kPatch * kPatch> columns;  // of a patch, each transformed
  for (size_t tile = 0; tile < tiles.along; ++tile) {
    ForEachIndex<kPatch>([&](size_t j) {
      V* const column = &columns[j * kPatch];
      const size_t x = tile * kTile + j;     // counted from the padding
      if (tile > 0 && j + kTile < kPatch) {  // a column of the tile before, too
        ForEachIndex<kPatch>([&](size_t i) { column[i] = column[kTile * kPatch + i]; });
      } else if (x >= 1 && x <= tiles.side) {
        std::array<V, kPatch> squares;
        ForEachIndex<kPatch>([&](size_t i) { Load(from[i] + (x - 1) * step[i], &squares[i]); });
        TransformInputs(squares.data(), 1, column, 1);
      } else {
        ForEachIndex<kPatch>([&](size_t i) { column[i] = V{}; });
      }
    });
    ForEachIndex<kPatch>([&](size_t i) {
      std::array<V, kPatch> points;
      TransformInputs(&columns[i], kPatch, points.data(), 1);
      ForEachIndex<kPatch>([&](size_t j) {
        Store(points[j], out + ((i * kPatch + j) * tiles.count + tile) * tiles.channels);
      });
    });
  }
}

/// x [board][square][channel] -> out [point][tile][channel].
template <size_t kVector, typename Element>
void TransformBoards(const float* x, const Tiles& tiles, Element* out) {
  for (size_t rank = 0; rank < tiles.boards * tiles.along; ++rank) {
    const size_t first_square = (tiles.first + rank / tiles.along) * tiles.side * tiles.side;
    for (size_t c = 0; c < tiles.channels; c += kVector) {
      TransformRank<Vector<kVector>>(x + first_square * tiles.channels + c, tiles,
                                     rank % tiles.along,
                                     out + rank * tiles.along * tiles.channels + c);
    }
  }
}

template <typename Element>
void TransformAll(const float* x, const Tiles& tiles, Element* out) {
  WithVectors(tiles.channels, [&]<size_t kVector>() { TransformBoards<kVector>(x, tiles, out); });
}

/// inputs [point][tile][in], weights [point][in][out] with paired rows -> products
/// [point][tile][out].
template <typename Element>
void MultiplyPoints(const Element* inputs, const std::vector<Element>& weights, const Tiles& from,
                    const Tiles& to, float* products) {
  const size_t in = from.channels, out = to.channels, count = from.count;
  WithVectors(out, [&]<size_t kVector>() {
    for (size_t i = 0; i < kPoints; ++i) {
      Multiply<kVector, false>(Matrix<Element>{inputs + i * count * in, in, 1},
                               weights.data() + i * in * out, count, out, in,
                               products + i * count * out);
    }
  });
}

template <typename V>
inline void Add(const float* from, V* to) {
  V value;
  Load(from, &value);
  *to += value;
}

/// products [point][tile][channel] -> y [board][square][channel].
template <size_t kVector>
void TransformProducts(const float* products, const Tiles& tiles, const ConvSum& sum, float* y) {
  using V = Vector<kVector>;
  ForEachTile(tiles, [&](const Tile& tile) {
    for (size_t c = 0; c < tiles.channels; c += kVector) {
      std::array<V, kTile * kPatch> ranks;
      ForEachIndex<kPatch>([&](size_t j) {
        std::array<V, kPatch> points;
        ForEachIndex<kPatch>([&](size_t i) {
          const size_t point = i * kPatch + j;
          Load(products + (point * tiles.count + tile.number) * tiles.channels + c, &points[i]);
        });
        TransformOutputs(points.data(), 1, &ranks[j], kPatch);
      });
      std::array<V, kTile * kTile> squares;
      ForEachIndex<kTile>(
          [&](size_t i) { TransformOutputs(&ranks[i * kPatch], 1, &squares[i * kTile], 1); });
      V bias{};
      if (sum.bias != nullptr) Add(sum.bias + c, &bias);
      if (sum.board_bias != nullptr) {
        Add(sum.board_bias + tile.board * tiles.channels + c, &bias);
      }
      ForEachSquare(tiles, tile, [&](size_t i, size_t place) {
        V value = squares[i] + bias;
        if (sum.residual != nullptr) Add(sum.residual + place + c, &value);
        if (sum.relu) value = value > 0 ? value : V{};
        Store(value, y + place + c);
      });
    }
  });
}

void SumProducts(const float* products, const Tiles& tiles, const ConvSum& sum, float* y) {
  WithVectors(tiles.channels,
              [&]<size_t kVector>() { TransformProducts<kVector>(products, tiles, sum, y); });
}

/// dy [board][square][channel] -> out [point][tile][channel].
template <size_t kVector>
void TransformGradient(const float* dy, const Tiles& tiles, float* out) {
  using V = Vector<kVector>;
  ForEachTile(tiles, [&](const Tile& tile) {
    for (size_t c = 0; c < tiles.channels; c += kVector) {
      std::array<V, kTile * kTile> squares;
      ForEachIndex<kTile * kTile>([&](size_t i) { squares[i] = V{}; });
      ForEachSquare(tiles, tile,
                    [&](size_t i, size_t place) { Load(dy + place + c, &squares[i]); });
      std::array<V, kPatch * kTile> ranks;
      ForEachIndex<kTile>(
          [&](size_t j) { TransformGradients(&squares[j], kTile, &ranks[j], kTile); });
      ForEachIndex<kPatch>([&](size_t i) {
        std::array<V, kPatch> points;
        TransformGradients(&ranks[i * kTile], 1, points.data(), 1);
        ForEachIndex<kPatch>([&](size_t j) {
          const size_t point = i * kPatch + j;
          Store(points[j], out + (point * tiles.count + tile.number) * tiles.channels + c);
        });
      });
    }
  });
}

/// Applies a transform of kFrom to kTo values along both axes to matrices [kFrom * kFrom][size].
template <size_t kFrom, size_t kTo, typename Transform>
std::vector<float> TransformKernels(const float* from, size_t size, const Transform& transform) {
  using V = Vector<kWinogradStep>;
  std::vector<float> to(kTo * kTo * size);
  for (size_t i = 0; i < size; i += kWinogradStep) {
    std::array<V, kFrom * kFrom> x;
    std::array<V, kTo * kFrom> half;
    std::array<V, kTo * kTo> y;
    for (size_t j = 0; j < x.size(); ++j) Load(from + j * size + i, &x[j]);
    for (size_t j = 0; j < kFrom; ++j) transform(&x[j], kFrom, &half[j], kFrom);
    for (size_t j = 0; j < kTo; ++j) transform(&half[j * kFrom], 1, &y[j * kTo], 1);
    for (size_t j = 0; j < y.size(); ++j) Store(y[j], &to[j * size + i]);
  }
  return to;
}

}  // namespace

template <typename Element>
WinogradConv<Element>::WinogradConv(std::span<const float> weights, size_t in, size_t out,
                                    size_t side)
    : in_(in),
      out_(out),
      side_(side),
      weights_(
          PairRows<Element>(TransformKernels<kTile, kPatch>(
                                weights.data(), in * out, TransformWeights<Vector<kWinogradStep>>),
                            out)) {
  RAICHI_CHECK(in % kWinogradStep == 0 && out % kWinogradStep == 0);
  RAICHI_CHECK(weights.size() == kTile * kTile * in * out);
}

template <typename Element>
void WinogradConv<Element>::Apply(const float* x, size_t boards, const ConvSum& sum,
                                  Scratch* scratch, float* y) const {
  ForEachBlock(boards, side_, [&](size_t first, size_t count) {
    const Tiles from{first, count, side_, in_}, to{first, count, side_, out_};
    scratch->inputs.resize(std::max(scratch->inputs.size(), from.Size()));
    scratch->products.resize(std::max(scratch->products.size(), to.Size()));
    TransformAll(x, from, scratch->inputs.data());
    MultiplyPoints(scratch->inputs.data(), weights_, from, to, scratch->products.data());
    SumProducts(scratch->products.data(), to, sum, y);
  });
}

template class WinogradConv<float>;
template class WinogradConv<Bf16>;

std::vector<float> WinogradWeightGradient(const float* x, const float* dy, size_t boards, size_t in,
                                          size_t out, size_t side) {
  RAICHI_CHECK(in % kWinogradStep == 0 && out % kWinogradStep == 0);
  std::vector<float> inputs, gradients, sums(kPoints * in * out);
  ForEachBlock(boards, side, [&](size_t first, size_t count) {
    const Tiles from{first, count, side, in}, to{first, count, side, out};
    inputs.resize(std::max(inputs.size(), from.Size()));
    gradients.resize(std::max(gradients.size(), to.Size()));
    TransformAll(x, from, inputs.data());
    WithVectors(out, [&]<size_t kVector>() {
      TransformGradient<kVector>(dy, to, gradients.data());
      for (size_t i = 0; i < kPoints; ++i) {
        Multiply<kVector, true>(Matrix<float>{inputs.data() + i * from.count * in, 1, in},
                                gradients.data() + i * to.count * out, in, out, from.count,
                                sums.data() + i * in * out);
      }
    });
  });
  return TransformKernels<kPatch, kTile>(sums.data(), in * out,
                                         TransformSums<Vector<kWinogradStep>>);
}

}  // namespace raichi
