#include "nn/cpu/direct_conv.h"

#include <gtest/gtest.h>

#include "nn/network/torch_compat.h"

namespace raichi {
namespace {

constexpr auto kSquaresFirst = at::MemoryFormat::ChannelsLast;

struct DirectCase {
  int64_t kernel, side, in, out, boards;
};

class DirectConvTest : public testing::TestWithParam<DirectCase> {
 protected:
  DirectConvTest() { at::manual_seed(1); }

  /// Convolves with products of `Element`, and returns the error relative to an exact result.
  template <typename Element>
  double Error(bool relu) const {
    const auto [kernel, side, in, out, boards] = case_;
    const at::Tensor x = at::randn({boards, in, side, side}).contiguous(kSquaresFirst);
    const at::Tensor weight = at::randn({out, in, kernel, kernel});
    const at::Tensor bias = at::randn({out}), board_bias = at::randn({boards, out});
    const at::Tensor residual = at::randn({boards, out, side, side}).contiguous(kSquaresFirst);
    at::Tensor exact = at::conv2d(x.to(at::kDouble), weight.to(at::kDouble), {}, 1, kernel / 2) +
                       bias.view({1, -1, 1, 1}) + board_bias.view({boards, -1, 1, 1}) + residual;
    if (relu) exact = at::relu(exact);

    const auto size = [](int64_t value) { return static_cast<size_t>(value); };
    const at::Tensor turned = weight.permute({2, 3, 1, 0}).contiguous();
    const DirectConv<Element> conv({turned.data_ptr<float>(), size(turned.numel())},
                                   {size(kernel), size(in), size(out)});
    at::Tensor y = at::empty_like(residual);
    ConvScratch<Element> scratch;
    conv.Apply(
        x.data_ptr<float>(), size(boards), {size(side), size(side)},
        {bias.data_ptr<float>(), board_bias.data_ptr<float>(), residual.data_ptr<float>(), relu},
        &scratch, y.data_ptr<float>());
    return ((y - exact).norm() / exact.norm()).item<double>();
  }

  const DirectCase case_ = GetParam();
};

TEST_P(DirectConvTest, EqualsLibTorchsConvolution) {
  EXPECT_LT(Error<float>(false), 1e-6);
  EXPECT_LT(Error<float>(true), 1e-6);
}

TEST_P(DirectConvTest, InBf16KeepsItsBits) {
  EXPECT_LT(Error<Bf16>(true), 5e-3);
  EXPECT_GT(Error<Bf16>(true), 1e-4);
}

// Single squares and larger kernels, up to one wider than the board; channels that do not fill the
// widest vectors.
INSTANTIATE_TEST_SUITE_P(Shapes, DirectConvTest,
                         testing::Values(DirectCase{1, 9, 48, 96, 3}, DirectCase{1, 19, 8, 24, 1},
                                         DirectCase{3, 11, 10, 16, 2}, DirectCase{5, 9, 8, 48, 2},
                                         DirectCase{9, 7, 16, 8, 1}, DirectCase{3, 9, 32, 32, 3},
                                         DirectCase{3, 7, 24, 48, 2},
                                         DirectCase{5, 11, 48, 16, 2}));

}  // namespace
}  // namespace raichi
