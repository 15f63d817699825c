#include "nn/cpu/winograd.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "base/error.h"
#include "nn/cpu/block_product.h"
#include "nn/cpu/matrix_unit.h"
#include "nn/cpu/vectors.h"

namespace raichi {
namespace {

// Tiles that are transformed together, so that they fit into caches. In gradients they are the
// depth of the products, and the matrix unit multiplies more of them faster.
constexpr size_t kTilesAtOnce = 27, kTilesForGradient = 36, kTilesForUnit = 72;

/// Calls `use` with the first board and the number of boards, for about `tiles` tiles at a time.
template <typename Use>
void ForEachBlock(size_t boards, BoardShape shape, size_t tiles, const Use& use) {
  const size_t along = TilesAlong(shape.side).count();
  const size_t most = (tiles + along * along - 1) / (along * along);
  const size_t blocks = (boards + most - 1) / most;
  for (size_t i = 0; i < blocks; ++i) {
    const size_t first = i * boards / blocks;
    use(first, (i + 1) * boards / blocks - first);
  }
}

/// Calls `use` for each square of a tile that is on the board: with its number in the tile and the
/// place of its channels.
template <size_t kHeight, size_t kWidth, typename Use>
inline void ForEachSquare(const Tiles& tiles, size_t board, size_t top, size_t left,
                          const Use& use) {
  const auto [side, pitch] = tiles.shape();
  const size_t first = (board * pitch + top) * pitch + left;
  const size_t height = side - top, width = side - left, rank = pitch;
  ForEachIndex<kHeight * kWidth>([&](size_t i) {
    if (i / kWidth >= height || i % kWidth >= width) return;
    use(i, (first + i / kWidth * rank + i % kWidth) * tiles.channels());
  });
}

/// The inputs of a rank of tiles of kHeight outputs, for some channels.
template <typename V, size_t kHeight>
class RankInputs {
 public:
  static constexpr size_t kRows = PointsOf(kHeight);
  using Column = std::array<V, kRows>;

  RankInputs(const float* board, const Tiles& tiles, size_t top)
      : side_(tiles.shape().side), channels_(tiles.channels()) {
    for (size_t i = 0; i < kRows; ++i) {
      const size_t y = top + i;  // counted from the padding
      const bool is_inside = y >= 1 && y <= side_;
      from_[i] = is_inside ? board + (y - 1) * tiles.shape().pitch * channels_ : kZeros;
      step_[i] = is_inside ? channels_ : 0;
    }
  }

  /// Transforms a column of inputs; files are counted from the padding.
  void Transform(size_t file, V* column) const {
    if (file == 0 || file > side_) {
      ForEachIndex<kRows>([&](size_t i) { column[i] = V{}; });
      return;
    }
    Column squares;
    ForEachIndex<kRows>([&](size_t i) { Load(from_[i] + (file - 1) * step_[i], &squares[i]); });
    TransformInputs<kHeight>(squares.data(), 1, column, 1);
  }

 private:
  static constexpr float kZeros[sizeof(V) / sizeof(float)] = {};
  size_t side_, channels_;
  std::array<const float*, kRows> from_;
  std::array<size_t, kRows> step_;
};

/// Transforms the inputs of the tiles of a rank for some channels, to out [point][tile][channel].
template <size_t kHeight, typename V, typename Element>
void TransformRank(const float* x, const Tiles& tiles, size_t board, size_t rank, size_t top,
                   size_t channel, Element* out) {
  constexpr size_t kRows = PointsOf(kHeight);
  const auto [side, pitch] = tiles.shape();
  const RankInputs<V, kHeight> inputs(x + board * pitch * pitch * tiles.channels() + channel, tiles,
                                      top);
  std::array<V, (kMostSide + kKernel + 1) * kRows> columns;
  for (size_t j = 0; j < side + kKernel; ++j) inputs.Transform(j, &columns[j * kRows]);
  Tiles::Places places = tiles.PlacesOf(board, rank);
  const size_t channels = tiles.channels();
  tiles.ForEachAlong([&]<size_t kWidth>(size_t, size_t left) {
    constexpr size_t kColumns = PointsOf(kWidth);
    ForEachIndex<kRows>([&](size_t i) {
      std::array<V, kColumns> points;
      TransformInputs<kWidth>(&columns[left * kRows + i], kRows, points.data(), 1);
      places.ForEachInRow<kColumns>(out + channel, i,
                                    [&](size_t j, Element* to) { Store(points[j], to); });
    });
    places.Advance(channels);
  });
}

/// x [board][square][channel] -> out [point][tile][channel].
template <size_t kVector, typename Element>
void TransformBoards(const float* x, const Tiles& tiles, Element* out) {
  tiles.ForEachRank([&]<size_t kHeight>(size_t board, size_t rank, size_t top) {
    for (size_t c = 0; c < tiles.channels(); c += kVector) {
      TransformRank<kHeight, Vector<kVector>>(x, tiles, board, rank, top, c, out);
    }
  });
}

template <typename Element>
void TransformAll(const float* x, const Tiles& tiles, Element* out) {
  WithVectors(tiles.channels(), [&]<size_t kVector>() { TransformBoards<kVector>(x, tiles, out); });
}

/// inputs [point][tile][in], weights [point][in][out] with paired rows -> products
/// [point][tile][out].
template <typename Element>
void MultiplyPoints(const Element* inputs, const AlignedVector<Element>& weights, const Tiles& from,
                    const Tiles& to, float* products) {
  const size_t in = from.channels(), out = to.channels();
  WithVectors(out, [&]<size_t kVector>() {
    from.ForEachPoint([&](size_t point, size_t first, size_t count) {
      Multiply<kVector, false>(Matrix<Element>{inputs + first * in, in, 1},
                               weights.data() + point * in * out, count, out, in,
                               products + first * out);
    });
  });
}

template <typename V>
inline void Add(const float* from, V* to) {
  V value;
  Load(from, &value);
  *to += value;
}

/// Transforms the points of a tile for some channels to its squares.
template <size_t kHeight, size_t kWidth, typename V>
inline void TransformTile(const float* products, const Tiles::Places& places, V* squares) {
  constexpr size_t kRows = PointsOf(kHeight), kColumns = PointsOf(kWidth);
  std::array<V, kHeight * kColumns> ranks;
  ForEachIndex<kColumns>([&](size_t j) {
    std::array<V, kRows> points;
    places.ForEachInColumn<kRows>(products, j,
                                  [&](size_t i, const float* from) { Load(from, &points[i]); });
    TransformOutputs<kHeight>(points.data(), 1, &ranks[j], kColumns);
  });
  ForEachIndex<kHeight>([&](size_t i) {
    TransformOutputs<kWidth>(&ranks[i * kColumns], 1, &squares[i * kWidth], 1);
  });
}

/// products [point][tile][channel] -> y [board][square][channel].
template <size_t kVector>
void TransformProducts(const float* products, const Tiles& tiles, const ConvSum& sum, float* y) {
  using V = Vector<kVector>;
  tiles.ForEachRank([&]<size_t kHeight>(size_t board, size_t rank, size_t top) {
    Tiles::Places places = tiles.PlacesOf(board, rank);
    tiles.ForEachAlong([&]<size_t kWidth>(size_t, size_t left) {
      for (size_t c = 0; c < tiles.channels(); c += kVector) {
        std::array<V, kHeight * kWidth> squares;
        TransformTile<kHeight, kWidth>(products + c, places, squares.data());
        V bias{};
        if (sum.bias != nullptr) Add(sum.bias + c, &bias);
        if (sum.board_bias != nullptr) Add(sum.board_bias + board * tiles.channels() + c, &bias);
        ForEachSquare<kHeight, kWidth>(tiles, board, top, left, [&](size_t i, size_t place) {
          V value = squares[i] + bias;
          if (sum.residual != nullptr) Add(sum.residual + place + c, &value);
          if (sum.relu) value = value > 0 ? value : V{};
          Store(value, y + place + c);
        });
      }
      places.Advance(tiles.channels());
    });
  });
}

void SumProducts(const float* products, const Tiles& tiles, const ConvSum& sum, float* y) {
  WithVectors(tiles.channels(),
              [&]<size_t kVector>() { TransformProducts<kVector>(products, tiles, sum, y); });
}

/// dy [board][square][channel] -> out [point][tile][channel].
template <size_t kVector, typename Element>
void TransformGradient(const float* dy, const Tiles& tiles, Element* out) {
  using V = Vector<kVector>;
  tiles.ForEachRank([&]<size_t kHeight>(size_t board, size_t rank, size_t top) {
    Tiles::Places places = tiles.PlacesOf(board, rank);
    tiles.ForEachAlong([&]<size_t kWidth>(size_t, size_t left) {
      constexpr size_t kRows = PointsOf(kHeight), kColumns = PointsOf(kWidth);
      for (size_t c = 0; c < tiles.channels(); c += kVector) {
        std::array<V, kHeight * kWidth> squares{};
        ForEachSquare<kHeight, kWidth>(tiles, board, top, left, [&](size_t i, size_t place) {
          Load(dy + place + c, &squares[i]);
        });
        std::array<V, kRows * kWidth> ranks;
        ForEachIndex<kWidth>(
            [&](size_t j) { TransformGradients<kHeight>(&squares[j], kWidth, &ranks[j], kWidth); });
        ForEachIndex<kRows>([&](size_t i) {
          std::array<V, kColumns> points;
          TransformGradients<kWidth>(&ranks[i * kWidth], 1, points.data(), 1);
          places.ForEachInRow<kColumns>(out + c, i,
                                        [&](size_t j, Element* to) { Store(points[j], to); });
        });
      }
      places.Advance(tiles.channels());
    });
  });
}

/// Copies rows [tiles][channels] to `paired`, as `Multiply` reads right-hand matrices, with rows of
/// zeros up to `depth` rows.
void PairTiles(const Bf16* rows, size_t tiles, size_t channels, size_t depth,
               AlignedVector<Bf16>* paired) {
  constexpr size_t kHalves = kWinogradStep;
  typedef uint16_t Halves __attribute__((vector_size(kHalves * sizeof(uint16_t))));
  typedef uint32_t Words __attribute__((vector_size(kHalves * sizeof(uint32_t))));
  paired->resize(std::max(paired->size(), depth * channels));
  for (size_t tile = 0; tile < depth; tile += 2) {
    for (size_t c = 0; c < channels; c += kHalves) {
      Halves low{}, high{};
      const Bf16* const from = rows + tile * channels + c;
      if (tile < tiles) std::memcpy(&low, from, sizeof(low));
      if (tile + 1 < tiles) std::memcpy(&high, from + channels, sizeof(high));
      const Words words = __builtin_convertvector(low, Words) | __builtin_convertvector(high, Words)
                                                                    << 16;
      std::memcpy(paired->data() + tile * channels + 2 * c, &words, sizeof(words));
    }
  }
}

/// The number of a value among kSize * kSize: points have an order of their own.
template <size_t kSize>
constexpr size_t NumberOf(size_t i) {
  return kSize == kMostPoints ? PointNumber(i / kSize, i % kSize) : i;
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
    for (size_t j = 0; j < x.size(); ++j) {
      Load(from + NumberOf<kFrom>(j) * size + i, &x[j]);
    }
    for (size_t j = 0; j < kFrom; ++j) transform(&x[j], kFrom, &half[j], kFrom);
    for (size_t j = 0; j < kTo; ++j) transform(&half[j * kFrom], 1, &y[j * kTo], 1);
    for (size_t j = 0; j < y.size(); ++j) {
      Store(y[j], &to[NumberOf<kTo>(j) * size + i]);
    }
  }
  return to;
}

}  // namespace

template <typename Element>
WinogradConv<Element>::WinogradConv(std::span<const float> weights, size_t in, size_t out)
    : in_(in),
      out_(out),
      weights_(
          PairRows<Element>(TransformKernels<kKernel, kMostPoints>(
                                weights.data(), in * out, TransformWeights<Vector<kWinogradStep>>),
                            out)) {
  RAICHI_CHECK(in % kWinogradStep == 0 && out % kWinogradStep == 0);
  RAICHI_CHECK(weights.size() == kKernel * kKernel * in * out);
}

template <typename Element>
void WinogradConv<Element>::Apply(const float* x, size_t boards, BoardShape shape,
                                  const ConvSum& sum, ConvScratch<Element>* scratch,
                                  float* y) const {
  ForEachBlock(boards, shape, kTilesAtOnce, [&](size_t first, size_t count) {
    const Tiles from(first, count, shape, in_), to(first, count, shape, out_);
    scratch->inputs.resize(std::max(scratch->inputs.size(), from.size()));
    scratch->products.resize(std::max(scratch->products.size(), to.size()));
    TransformAll(x, from, scratch->inputs.data());
    MultiplyPoints(scratch->inputs.data(), weights_, from, to, scratch->products.data());
    SumProducts(scratch->products.data(), to, sum, y);
  });
}

template class WinogradConv<float>;
template class WinogradConv<Bf16>;

template <typename Element>
WinogradGradient<Element>::WinogradGradient(size_t in, size_t out)
    : in_(in), out_(out), sums_(kPoints * in * out) {
  RAICHI_CHECK(in % kWinogradStep == 0 && out % kWinogradStep == 0);
}

template <typename Element>
void WinogradGradient<Element>::Add(const float* x, const float* dy, size_t boards,
                                    BoardShape shape) {
  const size_t most = MultipliesByUnit() ? kTilesForUnit : kTilesForGradient;
  ForEachBlock(boards, shape, most, [&](size_t first, size_t count) {
    const Tiles from(first, count, shape, in_), to(first, count, shape, out_);
    inputs_.resize(std::max(inputs_.size(), from.size()));
    gradients_.resize(std::max(gradients_.size(), to.size()));
    TransformAll(x, from, inputs_.data());
    WithVectors(out_,
                [&]<size_t kVector>() { TransformGradient<kVector>(dy, to, gradients_.data()); });
    from.ForEachPoint([&](size_t point, size_t row, size_t rows) {
      AddPoint(inputs_.data() + row * in_, gradients_.data() + row * out_, rows,
               sums_.data() + point * in_ * out_);
    });
  });
}

template <>
bool WinogradGradient<float>::MultipliesByUnit() const {
  return false;
}
template <>
bool WinogradGradient<Bf16>::MultipliesByUnit() const {
  return MatrixUnit::SuitsTransposed(in_, out_);
}

template <>
void WinogradGradient<float>::AddPoint(const float* inputs, const float* gradients, size_t tiles,
                                       float* sums) {
  WithVectors(out_, [&]<size_t kVector>() {
    Multiply<kVector, true>(Matrix<float>{inputs, 1, in_}, gradients, in_, out_, tiles, sums);
  });
}

template <>
void WinogradGradient<Bf16>::AddPoint(const Bf16* inputs, const Bf16* gradients, size_t tiles,
                                      float* sums) {
  const bool by_unit = MultipliesByUnit();
  const size_t step = by_unit ? MatrixUnit::kBlockDepth : 2;
  const size_t depth = (tiles + step - 1) / step * step;
  PairTiles(inputs, tiles, in_, depth, &left_);
  PairTiles(gradients, tiles, out_, depth, &right_);
  if (by_unit) {
    const MatrixUnit unit(MatrixUnit::kBlockDepth);
    unit.AddTransposed(left_.data(), right_.data(), depth, in_, out_, sums);
    return;
  }
  WithVectors(out_, [&]<size_t kVector>() {
    Multiply<kVector, true>(Matrix<Bf16>{left_.data(), 2, in_}, right_.data(), in_, out_, depth,
                            sums);
  });
}

template <typename Element>
void WinogradGradient<Element>::Add(const WinogradGradient& other) {
  RAICHI_CHECK(sums_.size() == other.sums_.size());
  for (size_t i = 0; i < sums_.size(); ++i) sums_[i] += other.sums_[i];
}

template <typename Element>
std::vector<float> WinogradGradient<Element>::Sum() const {
  return TransformKernels<kMostPoints, kKernel>(sums_.data(), in_ * out_,
                                                TransformSums<Vector<kWinogradStep>>);
}

template class WinogradGradient<float>;
template class WinogradGradient<Bf16>;

}  // namespace raichi
