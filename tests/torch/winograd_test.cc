#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "nn/network/board_conv.h"

namespace raichi {
namespace {

constexpr auto kSquaresFirst = at::MemoryFormat::ChannelsLast;

struct WinogradCase {
  int64_t side, in, out, boards;
};

/// Convolves in f64, by LibTorch.
at::Tensor ConvolveExactly(const at::Tensor& x, const at::Tensor& weight) {
  return at::conv2d(x.to(at::kDouble), weight.to(at::kDouble), {}, 1, 1);
}

template <typename Element>
WinogradConv<Element> ToWinograd(const at::Tensor& weight) {
  const at::Tensor turned = weight.permute({2, 3, 1, 0}).contiguous();
  return {{turned.data_ptr<float>(), static_cast<size_t>(turned.numel())},
          static_cast<size_t>(weight.size(1)),
          static_cast<size_t>(weight.size(0))};
}

BoardShape ShapeOf(const at::Tensor& x) {
  return {static_cast<size_t>(x.size(2)), static_cast<size_t>(x.size(2))};
}

at::Tensor Convolve(const at::Tensor& x, const at::Tensor& weight, bool in_bf16) {
  const at::Tensor y =
      at::empty({x.size(0), weight.size(0), x.size(2), x.size(3)}).contiguous(kSquaresFirst);
  BoardConv::Scratch scratch;
  BoardConv(weight, in_bf16)
      .Apply(x.data_ptr<float>(), static_cast<size_t>(x.size(0)), ShapeOf(x), nullptr, &scratch,
             y.data_ptr<float>());
  return y;
}

/// Returns the gradients of x and of the weights.
std::array<at::Tensor, 2> GradientsOf(const at::Tensor& x, const at::Tensor& weight,
                                      const at::Tensor& dy, bool in_bf16) {
  BoardConvGradient of_weight(weight, in_bf16);
  of_weight.Add(x.data_ptr<float>(), dy.data_ptr<float>(), static_cast<size_t>(x.size(0)),
                ShapeOf(x));
  return {Convolve(dy, TurnedWeights(weight), in_bf16), of_weight.Sum()};
}
std::array<at::Tensor, 2> ExactGradients(const at::Tensor& x, const at::Tensor& weight,
                                         const at::Tensor& dy) {
  const at::Tensor wide_x = x.to(at::kDouble).requires_grad_(true);
  const at::Tensor wide_weight = weight.to(at::kDouble).requires_grad_(true);
  ConvolveExactly(wide_x, wide_weight).backward(dy.to(at::kDouble));
  return {wide_x.grad(), wide_weight.grad()};
}

/// Expects that no value is off by more than rounding in f32 explains.
void ExpectClose(const at::Tensor& actual, const at::Tensor& exact) {
  ASSERT_EQ(actual.sizes(), exact.sizes());
  EXPECT_LT((actual - exact).abs().max().item<double>(), 4e-6 * exact.abs().max().item<double>());
}

class WinogradTest : public testing::TestWithParam<WinogradCase> {
 protected:
  /// Convolves with biases, a residual and ReLU.
  template <typename Element>
  at::Tensor WithSums() const {
    at::Tensor y = at::empty_like(residual_);
    ConvScratch<Element> scratch;
    const auto side = static_cast<size_t>(case_.side);
    ToWinograd<Element>(weight_).Apply(
        x_.data_ptr<float>(), static_cast<size_t>(case_.boards), {side, side},
        {bias_.data_ptr<float>(), board_bias_.data_ptr<float>(), residual_.data_ptr<float>(), true},
        &scratch, y.data_ptr<float>());
    return y;
  }
  at::Tensor ExactWithSums() const {
    return at::relu(ConvolveExactly(x_, weight_) + bias_.view({1, -1, 1, 1}) +
                    board_bias_.view({case_.boards, -1, 1, 1}) + residual_);
  }
  /// Returns the error relative to the norm of the exact values.
  static double Error(const at::Tensor& actual, const at::Tensor& exact) {
    return ((actual - exact).norm() / exact.norm()).item<double>();
  }

  static WinogradCase Seeded(const WinogradCase& of) {
    at::manual_seed(1);
    return of;
  }

  const WinogradCase case_ = Seeded(GetParam());  // before the numbers are drawn
  const at::Tensor x_ =
      at::randn({case_.boards, case_.in, case_.side, case_.side}).contiguous(kSquaresFirst);
  const at::Tensor weight_ = at::randn({case_.out, case_.in, 3, 3});
  const at::Tensor bias_ = at::randn({case_.out});
  const at::Tensor board_bias_ = at::randn({case_.boards, case_.out});
  const at::Tensor residual_ =
      at::randn({case_.boards, case_.out, case_.side, case_.side}).contiguous(kSquaresFirst);
};

TEST_P(WinogradTest, EqualsADirectConvolution) {
  ExpectClose(Convolve(x_, weight_, false), ConvolveExactly(x_, weight_));
}

TEST_P(WinogradTest, AddsBiasesAndTheResidualBeforeRelu) {
  ExpectClose(WithSums<float>(), ExactWithSums());
  EXPECT_LT(Error(WithSums<Bf16>(), ExactWithSums()), 0.012);
}

/// Boards on a larger canvas: the other squares are neither read nor written.
TEST_P(WinogradTest, ComputesTheSquaresOfABoardOnly) {
  const int64_t side = case_.side, pitch = side + 2;
  const auto on_canvas = [&](const at::Tensor& board) {
    return board.narrow(2, 0, side).narrow(3, 0, side);
  };
  const auto canvas = [&](int64_t channels) {
    return at::full({case_.boards, channels, pitch, pitch}, std::nan("")).contiguous(kSquaresFirst);
  };
  const at::Tensor x = canvas(case_.in), y = canvas(case_.out);
  on_canvas(x).copy_(x_);
  ConvScratch<float> scratch;
  ToWinograd<float>(weight_).Apply(x.data_ptr<float>(), static_cast<size_t>(case_.boards),
                                   {static_cast<size_t>(side), static_cast<size_t>(pitch)}, {},
                                   &scratch, y.data_ptr<float>());
  EXPECT_TRUE(on_canvas(y).equal(Convolve(x_, weight_, false)));
  EXPECT_EQ(y.isnan().sum().item<int64_t>(),
            case_.boards * case_.out * (pitch * pitch - side * side));
}

TEST(TilesAlongTest, CoverEachSideWithFewPoints) {
  EXPECT_EQ(TilesAlong(7).points(), 11u);
  EXPECT_EQ(TilesAlong(9).points(), 15u);
  EXPECT_EQ(TilesAlong(11).points(), 17u);
  EXPECT_EQ(TilesAlong(13).points(), 21u);
  EXPECT_EQ(TilesAlong(19).points(), 29u);
  for (size_t side = 1; side <= 19; ++side) {
    const TileRow row = TilesAlong(side);
    EXPECT_GE(4 * row.fours + 3 * row.threes, side);
    EXPECT_LT(4 * row.fours + 3 * row.threes, side + 3);
  }
}

TEST_P(WinogradTest, DifferentiatesAsADirectConvolution) {
  const auto gradients = GradientsOf(x_, weight_, residual_, false);
  const auto exact = ExactGradients(x_, weight_, residual_);
  ExpectClose(gradients[0], exact[0]);
  ExpectClose(gradients[1], exact[1]);
}

/// Products in bf16 keep 8 bits of each factor; the transforms lose about two more.
TEST_P(WinogradTest, InBf16IsCloseToADirectConvolution) {
  const at::Tensor exact = ConvolveExactly(x_, weight_), y = Convolve(x_, weight_, true);
  EXPECT_LT(Error(y, exact), 0.012);
  EXPECT_GT(Error(y, exact), 1e-3);
  const auto gradients = GradientsOf(x_, weight_, residual_, true);
  const auto exact_gradients = ExactGradients(x_, weight_, residual_);
  EXPECT_LT(Error(gradients[0], exact_gradients[0]), 0.012);
  EXPECT_LT(Error(gradients[1], exact_gradients[1]), 0.012);
}

TEST_P(WinogradTest, GivesTheSameBitsForEachBoardAlone) {
  for (const bool bf16 : {false, true}) {
    const at::Tensor together = Convolve(x_, weight_, bf16);
    for (int64_t board = 0; board < case_.boards; ++board) {
      const at::Tensor alone =
          Convolve(x_.narrow(0, board, 1).clone().contiguous(kSquaresFirst), weight_, bf16);
      EXPECT_TRUE(alone.equal(together.narrow(0, board, 1))) << board;
    }
  }
}

// Boards that fill their tiles and that do not, a number of tiles that no block divides, channels
// that do not fill the widest vectors, and boards for several threads.
INSTANTIATE_TEST_SUITE_P(Shapes, WinogradTest,
                         testing::Values(WinogradCase{9, 32, 32, 5}, WinogradCase{9, 24, 40, 1},
                                         WinogradCase{7, 8, 16, 9}, WinogradCase{11, 16, 8, 4},
                                         WinogradCase{13, 8, 8, 2}, WinogradCase{19, 8, 24, 3},
                                         WinogradCase{5, 48, 16, 50}, WinogradCase{5, 8, 8, 5}));

TEST(BoardConvTest, SuitsKernelsAndSquaresInWholeVectorsOfF32) {
  EXPECT_TRUE(BoardConv::Suits(at::zeros({8, 24, 3, 3})));
  EXPECT_TRUE(BoardConv::Suits(at::zeros({8, 24, 1, 1})));
  EXPECT_FALSE(BoardConv::Suits(at::zeros({8, 24, 1, 9})));
  EXPECT_FALSE(BoardConv::Suits(at::zeros({8, 20, 3, 3})));
  EXPECT_FALSE(BoardConv::Suits(at::zeros({4, 24, 3, 3})));
  EXPECT_FALSE(BoardConv::Suits(at::zeros({8, 24, 3, 3}, at::kBFloat16)));
}

}  // namespace
}  // namespace raichi
