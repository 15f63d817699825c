#include "nn/network/direct_conv.h"

#include <algorithm>

#include "base/check.h"
#include "nn/network/block_product.h"

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

/// Adds `sum` to the result y [square][channels] of a board.
void Finish(const ConvSum& sum, size_t board, size_t squares, size_t channels, float* y) {
  const float* board_bias = sum.board_bias == nullptr ? nullptr : sum.board_bias + board * channels;
  for (size_t square = 0; square < squares; ++square, y += channels) {
    for (const float* bias : {sum.bias, board_bias}) {
      if (bias == nullptr) continue;
      for (size_t c = 0; c < channels; ++c) y[c] += bias[c];
    }
    for (const float* residual : sum.residuals) {
      const float* from = residual + (board * squares + square) * channels;
      for (size_t c = 0; c < channels; ++c) y[c] += from[c];
    }
    if (!sum.relu) continue;
    for (size_t c = 0; c < channels; ++c) y[c] = std::max(0.0f, y[c]);
  }
}

}  // namespace

template <typename Element>
DirectConv<Element>::DirectConv(std::span<const float> weights, const Shape& shape)
    : shape_(shape), weights_(PairRows<Element>(weights, shape.out)) {
  RAICHI_CHECK(shape.in % 2 == 0 && shape.out % 8 == 0);
  RAICHI_CHECK(shape.height % 2 == 1 && shape.width % 2 == 1);
  RAICHI_CHECK(weights.size() == shape.height * shape.width * shape.in * shape.out);
}

template <typename Element>
void DirectConv<Element>::Pad(const float* board, Element* padded) const {
  const size_t rank = shape_.side * shape_.in, padded_rank = PaddedWidth() * shape_.in;
  Element* to = padded + shape_.height / 2 * padded_rank + shape_.width / 2 * shape_.in;
  for (size_t y = 0; y < shape_.side; ++y, to += padded_rank) Convert(board + y * rank, rank, to);
}

template <typename Element>
void DirectConv<Element>::Convolve(const Element* padded, float* y) const {
  const size_t in = shape_.in, out = shape_.out;
  const size_t depth = shape_.width * in;  // of the numbers that lie together
  // Kernels of one file read consecutive squares of the whole board, others those of a rank.
  const size_t rows = shape_.width == 1 ? shape_.side * shape_.side : shape_.side;
  const size_t parts = shape_.side * shape_.side / rows;
  WithVectors(out, [&]<size_t kVector>() {
    for (size_t part = 0; part < parts; ++part) {
      for (size_t i = 0; i < shape_.height; ++i) {
        const Matrix<Element> x{padded + (part + i) * PaddedWidth() * in, in, 1};
        const Element* weights = weights_.data() + i * depth * out;
        float* to = y + part * rows * out;
        if (i == 0) {
          Multiply<kVector, false>(x, weights, rows, out, depth, to);
        } else {
          Multiply<kVector, true>(x, weights, rows, out, depth, to);
        }
      }
    }
  });
}

template <typename Element>
void DirectConv<Element>::Apply(const float* x, size_t boards, const ConvSum& sum,
                                std::vector<Element>* scratch, float* y) const {
  const size_t squares = shape_.side * shape_.side;
  const size_t padded = PaddedHeight() * PaddedWidth() * shape_.in;
  scratch->resize(std::max(scratch->size(), padded));
  if (padded > squares * shape_.in) std::fill_n(scratch->begin(), padded, Element{});
  for (size_t board = 0; board < boards; ++board) {
    float* to = y + board * squares * shape_.out;
    Pad(x + board * squares * shape_.in, scratch->data());
    Convolve(scratch->data(), to);
    Finish(sum, board, squares, shape_.out, to);
  }
}

template class DirectConv<float>;
template class DirectConv<Bf16>;

}  // namespace raichi
