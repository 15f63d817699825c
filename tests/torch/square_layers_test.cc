#include <gtest/gtest.h>

#include "nn/network/board_conv.h"

namespace raichi {
namespace {

constexpr auto kBySquare = at::MemoryFormat::ChannelsLast;

/// Differentiates a weighted sum of compute(leaves) in a precision. Returns the result and the
/// gradients of the leaves.
template <typename Compute>
std::vector<at::Tensor> ResultsOf(const std::vector<at::Tensor>& values, at::ScalarType type,
                                  const Compute& compute) {
  std::vector<at::Tensor> leaves;
  for (const at::Tensor& value : values) {
    leaves.push_back(value.to(type, false, true).requires_grad_(true));
  }
  at::manual_seed(2);
  const at::Tensor y = compute(leaves);
  (y * at::randn(y.sizes(), at::kDouble).to(type)).sum().backward();
  std::vector<at::Tensor> results = {y};
  for (const at::Tensor& leaf : leaves) results.push_back(leaf.grad());
  return results;
}

void ExpectAllNear(const std::vector<at::Tensor>& actual, const std::vector<at::Tensor>& exact) {
  ASSERT_EQ(actual.size(), exact.size());
  for (size_t i = 0; i < exact.size(); ++i) {
    ASSERT_EQ(actual[i].sizes(), exact[i].sizes()) << i;
    EXPECT_LT((actual[i] - exact[i]).norm().item<double>(), 3e-6 * exact[i].norm().item<double>())
        << i;
  }
}

TEST(SquareLayersTest, ALinearMapOnSquaresIsAConvolution) {
  at::manual_seed(1);
  for (const auto& [in, out] : {std::pair<int64_t, int64_t>{32, 48}, {24, 2}, {8, 32}}) {
    const std::vector<at::Tensor> values = {at::randn({30, in, 9, 9}).contiguous(kBySquare),
                                            at::randn({out, in}), at::randn({out})};
    ExpectAllNear(ResultsOf(values, at::kFloat,
                            [](const std::vector<at::Tensor>& leaves) {
                              EXPECT_TRUE(SuitsSquareLayers(leaves[0]));
                              return SquareLinear(leaves[0], leaves[1], leaves[2]);
                            }),
                  ResultsOf(values, at::kDouble, [](const std::vector<at::Tensor>& leaves) {
                    return at::conv2d(leaves[0], leaves[1].unsqueeze(-1).unsqueeze(-1), leaves[2]);
                  }));
  }
}

TEST(SquareLayersTest, ALinearLayerIsAMatrixProduct) {
  at::manual_seed(1);
  const std::vector<at::Tensor> values = {at::randn({130, 64}), at::randn({5, 64}), at::randn({5})};
  ExpectAllNear(ResultsOf(values, at::kFloat,
                          [](const std::vector<at::Tensor>& leaves) {
                            return RowLinear(leaves[0], leaves[1], leaves[2]);
                          }),
                ResultsOf(values, at::kDouble, [](const std::vector<at::Tensor>& leaves) {
                  return leaves[0].matmul(leaves[1].t()) + leaves[2];
                }));
}

TEST(SquareLayersTest, PoolsBoardsOfAnySize) {
  at::manual_seed(1);
  const int64_t sides[] = {9, 7, 5, 9};
  for (const int64_t channels : {8, 48, 80}) {
    at::Tensor x = at::zeros({4, channels, 9, 9});
    for (int64_t board = 0; board < 4; ++board) {
      const int64_t side = sides[board];
      x[board].narrow(1, 0, side).narrow(2, 0, side).copy_(at::rand({channels, side, side}));
    }
    x[0].narrow(1, 2, 2).fill_(2);  // maxima that squares share
    const at::Tensor by_board = at::tensor({9.f, 7.f, 5.f, 9.f}).view({4, 1});
    ExpectAllNear(ResultsOf({x.contiguous(kBySquare)}, at::kFloat,
                            [&](const std::vector<at::Tensor>& leaves) {
                              return PoolOnBoards(leaves[0], by_board);
                            }),
                  ResultsOf({x}, at::kDouble, [&](const std::vector<at::Tensor>& leaves) {
                    const at::Tensor n = by_board.to(at::kDouble);
                    const at::Tensor on_board = leaves[0] * (x > 0).any(1, true);
                    const at::Tensor mean = on_board.sum({2, 3}) / (n * n);
                    return at::cat({mean, mean * ((n - 9) / 10), on_board.amax({2, 3})}, 1);
                  }));
  }
}

}  // namespace
}  // namespace raichi
