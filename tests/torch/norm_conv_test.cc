#include "nn/network/norm_conv.h"

#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include "nn/network/operators.h"

namespace raichi {
namespace {

constexpr auto kByBoard = at::MemoryFormat::ChannelsLast;

constexpr size_t kWeights = 1;  // in Computed::gradients

struct NormConvCase {
  int64_t in, out, kernel;
  bool has_board_bias, has_residual;
  bool has_small_boards;  // smaller than the canvas
  bool masked;
};

/// What one way of computing a layer gives.
struct Computed {
  at::Tensor y;
  std::vector<at::Tensor> gradients;  // of x, the weights, the scale, the bias and the terms
  at::Tensor mean, variance;          // running
};

class NormConvTest : public testing::TestWithParam<NormConvCase> {
 protected:
  static constexpr int64_t kBoards = 27, kCanvas = 9;

  NormConvTest() {
    at::manual_seed(1);
    input_.sides = at::full({kBoards, 1}, float{kCanvas});
    mask_ = at::ones({kBoards, 1, kCanvas, kCanvas});
    if (case_.has_small_boards) {
      input_.mask = mask_;
      for (int64_t board = 0; board < kBoards; board += 2) Shrink(board, board % 4 == 0 ? 7 : 5);
    }
    tensors_ = {OnBoards(case_.in),
                at::randn({case_.out, case_.in, case_.kernel, case_.kernel}),
                at::randn({case_.out}),
                at::randn({case_.out}),
                at::randn({kBoards, case_.out}),
                OnBoards(case_.out)};
    weights_of_y_ = at::randn({kBoards, case_.out, kCanvas, kCanvas});
    weights_of_x_ = OnBoards(case_.in);
  }
  void Shrink(int64_t board, int64_t side) {
    mask_[board].zero_();
    mask_[board].narrow(1, 0, side).narrow(2, 0, side).fill_(1);
    input_.sides[board] = side;
  }
  at::Tensor OnBoards(int64_t channels) const {
    return (at::randn({kBoards, channels, kCanvas, kCanvas}) * mask_).contiguous(kByBoard);
  }

  /// Calls compute(layer, x, terms), which returns y and x, in a precision, and differentiates a
  /// weighted sum of them.
  template <typename Compute>
  Computed Run(at::ScalarType type, const Compute& compute) const {
    std::vector<at::Tensor> leaves;
    for (const at::Tensor& tensor : tensors_) {
      leaves.push_back(tensor.to(type, false, true).requires_grad_(true));
    }
    LayerWeights layer{.weight = leaves[1], .bias = leaves[3], .scale = leaves[2]};
    layer.mean = at::full({case_.out}, 0.5, type);
    layer.variance = at::ones({case_.out}, type);
    NormConvTerms terms{.masked = case_.masked};
    if (case_.has_board_bias) terms.board_bias = leaves[4];
    if (case_.has_residual) terms.residual = leaves[5];
    const auto [y, x] = compute(layer, leaves[0], terms);
    Computed computed{y, {}, layer.mean, layer.variance};
    ((y * weights_of_y_.to(type)).sum() + (x * weights_of_x_.to(type)).sum()).backward();
    for (const at::Tensor& leaf : leaves) computed.gradients.push_back(leaf.grad());
    return computed;
  }
  Computed RunTogether(bool in_bf16) const {
    NetworkInput input = input_;
    input.winograd_in_bf16 = in_bf16;
    return Run(at::kFloat,
               [&](const LayerWeights& layer, at::Tensor x, const NormConvTerms& terms) {
                 EXPECT_TRUE(SuitsNormConv(layer));
                 const at::Tensor y = NormConv(&x, layer, terms, input);
                 return std::pair(y, x);
               });
  }
  /// By LibTorch's operators, in f64.
  Computed RunExactly() const {
    return Run(
        at::kDouble, [&](LayerWeights layer, const at::Tensor& x, const NormConvTerms& terms) {
          const at::Tensor mask = mask_.to(at::kDouble), count = mask.sum();
          const auto by_channel = [](const at::Tensor& t) { return t.view({1, -1, 1, 1}); };
          const at::Tensor convolved = at::conv2d(x * mask, layer.weight, {}, 1, case_.kernel / 2);
          const at::Tensor mean = (convolved * mask).sum({0, 2, 3}) / count;
          const at::Tensor centered = convolved - by_channel(mean);
          const at::Tensor variance = (centered * centered * mask).sum({0, 2, 3}) / count;
          layer.mean.mul_(0.95).add_(mean.detach(), 0.05);
          layer.variance.mul_(0.95).add_(variance.detach() * (count / (count - 1)), 0.05);
          at::Tensor y = centered * by_channel(layer.scale / at::sqrt(variance + 1e-5)) +
                         by_channel(layer.bias);
          y = y * mask;
          if (terms.board_bias.defined()) y = y + terms.board_bias.unsqueeze(-1).unsqueeze(-1);
          if (terms.residual.defined()) y = y + terms.residual;
          return std::pair(terms.masked ? at::relu(y) * mask : at::relu(y), x);
        });
  }

  const NormConvCase case_ = GetParam();
  NetworkInput input_;
  at::Tensor mask_, weights_of_y_, weights_of_x_;
  std::vector<at::Tensor> tensors_;  // x, weights, scale, bias, board bias, residual
};

/// Expects that values differ by less than `tolerance` times the norm of all.
void ExpectNear(const at::Tensor& actual, const at::Tensor& exact, double tolerance,
                const std::string& what) {
  ASSERT_EQ(actual.defined(), exact.defined()) << what;
  if (!exact.defined()) return;
  ASSERT_EQ(actual.sizes(), exact.sizes()) << what;
  EXPECT_LT((actual - exact).norm().item<double>(), tolerance * exact.norm().item<double>())
      << what;
}

void ExpectNear(const Computed& actual, const Computed& exact, double tolerance) {
  ExpectNear(actual.y, exact.y, tolerance, "y");
  ExpectNear(actual.mean, exact.mean, tolerance, "mean");
  ExpectNear(actual.variance, exact.variance, tolerance, "variance");
  for (size_t i = 0; i < exact.gradients.size(); ++i) {
    ExpectNear(actual.gradients[i], exact.gradients[i], tolerance, "gradient " + std::to_string(i));
  }
}

TEST_P(NormConvTest, EqualsLibTorchsOperators) {
  const Computed together = RunTogether(false);
  EXPECT_TRUE(together.y.is_contiguous(kByBoard));
  ExpectNear(together, RunExactly(), 3e-6);
}

TEST_P(NormConvTest, InBf16ItIsClose) { ExpectNear(RunTogether(true), RunExactly(), 0.1); }

TEST_P(NormConvTest, DoesNotDependOnTheNumberOfThreads) {
  const int before = at::get_num_threads();
  at::set_num_threads(1);
  const Computed one = RunTogether(true);
  at::set_num_threads(3);
  const Computed three = RunTogether(true);
  at::set_num_threads(before);
  EXPECT_TRUE(one.y.equal(three.y));
  EXPECT_TRUE(one.variance.equal(three.variance));
  for (size_t i = 0; i < one.gradients.size(); ++i) {
    if (!one.gradients[i].defined()) continue;
    if (i == kWeights) {  // those of each thread are summed up
      ExpectNear(three.gradients[i], one.gradients[i], 1e-6, "weights");
    } else {
      EXPECT_TRUE(one.gradients[i].equal(three.gradients[i])) << i;
    }
  }
}

// Vectors of every number and size, with each of the terms alone and together.
INSTANTIATE_TEST_SUITE_P(Layers, NormConvTest,
                         testing::Values(NormConvCase{24, 32, 3, true, false, false, true},
                                         NormConvCase{48, 48, 3, true, true, true, true},
                                         NormConvCase{64, 64, 3, false, true, false, true},
                                         NormConvCase{16, 24, 3, false, false, true, true},
                                         NormConvCase{32, 80, 3, false, true, true, true},
                                         NormConvCase{16, 32, 1, true, false, true, false},
                                         NormConvCase{48, 8, 1, false, false, true, true},
                                         NormConvCase{8, 16, 1, true, false, false, false}));

}  // namespace
}  // namespace raichi
