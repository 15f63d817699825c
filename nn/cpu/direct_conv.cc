#include "nn/cpu/direct_conv.h"

#include <algorithm>
#include <type_traits>

#include "base/check.h"
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

/// Adds `sum` to the result y [square][channels] of a board.
template <size_t kVector>
void Finish(const ConvSum& sum, size_t board, size_t squares, size_t channels, float* y) {
  const float* board_bias = sum.board_bias == nullptr ? nullptr : sum.board_bias + board * channels;
  for (size_t c = 0; c < channels; c += kVector) {
    Vector<kVector> bias{};
    if (sum.bias != nullptr) AddTo(sum.bias + c, &bias);
    if (board_bias != nullptr) AddTo(board_bias + c, &bias);
    for (size_t square = 0; square < squares; ++square) {
      Vector<kVector> values = bias;
      AddTo(y + square * channels + c, &values);
      if (sum.residual != nullptr) {
        AddTo(sum.residual + (board * squares + square) * channels + c, &values);
      }
      if (sum.relu) values = values > 0 ? values : Vector<kVector>{};
      Store(values, y + square * channels + c);
    }
  }
}

}  // namespace

template <typename Element>
DirectConv<Element>::DirectConv(std::span<const float> weights, const Shape& shape)
    : shape_(shape), weights_(PairRows<Element>(weights, shape.out)) {
  RAICHI_CHECK(shape.in % 2 == 0 && shape.out % 8 == 0 && shape.kernel % 2 == 1);
  RAICHI_CHECK(weights.size() == shape.kernel * shape.kernel * shape.in * shape.out);
}

template <typename Element>
void DirectConv<Element>::Pad(const float* board, size_t side, Element* padded) const {
  const size_t rank = side * shape_.in, padded_rank = PaddedSide(side) * shape_.in;
  Element* to = padded + shape_.kernel / 2 * (padded_rank + shape_.in);
  for (size_t y = 0; y < side; ++y) Convert(board + y * rank, rank, to + y * padded_rank);
}

template <typename Element>
void DirectConv<Element>::Convolve(const Element* padded, size_t side, float* y) const {
  const size_t in = shape_.in, out = shape_.out;
  if constexpr (std::is_same_v<Element, Bf16>) {
    if (shape_.kernel == 1 && MatrixUnit::Suits(in, out)) {
      MatrixUnit(in).Multiply(padded, weights_.data(), side * side, out, y);
      return;
    }
  }
  const size_t depth = shape_.kernel * in;  // of the numbers that lie together
  // Kernels of single squares read the whole board at once, others a rank.
  const size_t rows = shape_.kernel == 1 ? side * side : side;
  WithVectors(out, [&]<size_t kVector>() {
    for (size_t part = 0; part < side * side / rows; ++part) {
      float* to = y + part * rows * out;
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
void DirectConv<Element>::Apply(const float* x, size_t boards, size_t side, const ConvSum& sum,
                                std::vector<Element>* scratch, float* y) const {
  const size_t squares = side * side;
  const size_t padded = PaddedSide(side) * PaddedSide(side) * shape_.in;
  const size_t for_unit = MatrixUnit::kBlockRows * shape_.in;  // it reads whole blocks
  scratch->resize(std::max(scratch->size(), padded + for_unit));
  if (padded > squares * shape_.in) std::fill_n(scratch->begin(), padded, Element{});
  for (size_t board = 0; board < boards; ++board) {
    float* to = y + board * squares * shape_.out;
    Pad(x + board * squares * shape_.in, side, scratch->data());
    Convolve(scratch->data(), side, to);
    WithVectors(shape_.out,
                [&]<size_t kVector>() { Finish<kVector>(sum, board, squares, shape_.out, to); });
  }
}

template class DirectConv<float>;
template class DirectConv<Bf16>;

}  // namespace raichi
