#include "nn/cpu/direct_conv.h"

#include <algorithm>
#include <type_traits>

#include "base/error.h"
#include "nn/cpu/block_product.h"
#include "nn/cpu/matrix_unit.h"

namespace raichi {
namespace {

void Convert(const float* from, size_t count, float* to) { std::copy(from, from + count, to); }
void Convert(const float* from, size_t count, Bf16* to) {
  constexpr size_t kFloats = 8;
  for (size_t i = 0; i + kFloats <= count; i += kFloats) {
    Vector<kFloats> values;
    Load(from + i, &values);
    Store(values, to + i);
  }
  for (size_t i = count / kFloats * kFloats; i < count; ++i) to[i] = ToBf16(from[i]);
}

template <typename V>
void AddTo(const float* from, V* to) {
  V values;
  Load(from, &values);
  *to += values;
}

/// The products of a board: rows of `channels` numbers, `rank_step` of them from one rank to the
/// next.
struct Products {
  const float* data;
  size_t rank_step, channels;
};

/// Adds `sum` to the products of a board, and writes the result to y.
template <size_t kVector>
void Finish(const Products& products, const ConvSum& sum, size_t board, BoardShape shape,
            float* y) {
  const auto [side, pitch] = shape;
  const size_t channels = products.channels;
  const float* board_bias = sum.board_bias == nullptr ? nullptr : sum.board_bias + board * channels;
  for (size_t c = 0; c < channels; c += kVector) {
    Vector<kVector> bias{};
    if (sum.bias != nullptr) AddTo(sum.bias + c, &bias);
    if (board_bias != nullptr) AddTo(board_bias + c, &bias);
    for (size_t rank = 0; rank < side; ++rank) {
      const float* from = products.data + rank * products.rank_step * channels + c;
      size_t place = (board * pitch + rank) * pitch * channels + c;
      for (size_t file = 0; file < side; ++file, from += channels, place += channels) {
        Vector<kVector> values = bias;
        AddTo(from, &values);
        if (sum.residual != nullptr) AddTo(sum.residual + place, &values);
        if (sum.relu) values = values > 0 ? values : Vector<kVector>{};
        Store(values, y + place);
      }
    }
  }
}

}  // namespace

template <typename Element>
bool DirectConv<Element>::UsesUnit(size_t in, size_t out) {
  return std::is_same_v<Element, Bf16> && MatrixUnit::Suits(in, out);
}

template <typename Element>
DirectConv<Element>::DirectConv(std::span<const float> weights, const Shape& shape)
    : shape_(shape), weights_(PairRows<Element>(weights, shape.out)) {
  RAICHI_CHECK(shape.in % 2 == 0 && shape.out % 8 == 0 && shape.kernel % 2 == 1);
  RAICHI_CHECK(weights.size() == shape.kernel * shape.kernel * shape.in * shape.out);
}

template <typename Element>
void DirectConv<Element>::Pad(const float* x, BoardShape board, Element* padded) const {
  const size_t rank = PaddedSide(board.side) * shape_.in;
  Element* to = padded + shape_.kernel / 2 * (rank + shape_.in);
  for (size_t y = 0; y < board.side; ++y, to += rank) {
    Convert(x + y * board.pitch * shape_.in, board.side * shape_.in, to);
  }
}

template <typename Element>
void DirectConv<Element>::Convolve(const Element* padded, size_t side, float* products) const {
  const size_t in = shape_.in, out = shape_.out;
  const size_t depth = shape_.kernel * in;  // of the numbers that lie together
  // Kernels of single squares read the whole board at once, others a rank.
  const size_t rows = shape_.kernel == 1 ? side * side : side;
  WithVectors(out, [&]<size_t kVector>() {
    for (size_t part = 0; part < side * side / rows; ++part) {
      float* to = products + part * rows * out;
      for (size_t i = 0; i < shape_.kernel; ++i) {
        const Matrix<Element> x{padded + (part + i) * PaddedSide(side) * in, in, 1};
        const Element* weights = weights_.data() + i * depth * out;
        if (i == 0) {
          Multiply<kVector, false>(x, weights, rows, out, depth, to, out);
        } else {
          Multiply<kVector, true>(x, weights, rows, out, depth, to, out);
        }
      }
    }
  });
}

template <typename Element>
void DirectConv<Element>::Apply(const float* x, size_t boards, BoardShape board, const ConvSum& sum,
                                ConvScratch<Element>* scratch, float* y) const {
  const size_t in = shape_.in, side = board.side, padded_side = PaddedSide(side);
  const size_t padded = padded_side * padded_side * in;
  const size_t for_unit = MatrixUnit::kBlockRows * in;  // it reads whole blocks
  AlignedVector<Element>& inputs = scratch->inputs;
  AlignedVector<float>& products = scratch->products;
  inputs.resize(std::max(inputs.size(), padded + for_unit));
  products.resize(std::max(products.size(), side * padded_side * shape_.out));
  if (shape_.kernel > 1) std::fill_n(inputs.begin(), padded, Element{});
  const auto run = [&](size_t rank_step, const auto& convolve) {
    for (size_t i = 0; i < boards; ++i) {
      Pad(x + i * board.pitch * board.pitch * in, board, inputs.data());
      convolve();
      WithVectors(shape_.out, [&]<size_t kVector>() {
        Finish<kVector>({products.data(), rank_step, shape_.out}, sum, i, board, y);
      });
    }
  };
  if constexpr (std::is_same_v<Element, Bf16>) {
    if (UsesUnit(in, shape_.out)) {
      // All ranks at once, as rows that also begin at the squares between them.
      const MatrixUnit unit(shape_.kernel * in);
      const size_t rows = side * padded_side - (shape_.kernel - 1);
      return run(padded_side, [&] {
        unit.Multiply({inputs.data(), in, shape_.kernel, padded_side * in}, weights_.data(), rows,
                      shape_.out, products.data());
      });
    }
  }
  run(side, [&] { Convolve(inputs.data(), side, products.data()); });
}

template class DirectConv<float>;
template class DirectConv<Bf16>;

}  // namespace raichi
