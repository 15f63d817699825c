#include "nn/network/norm_sum.h"

#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include "nn/network/operators.h"

namespace raichi {
namespace {

constexpr auto kLayout = at::MemoryFormat::ChannelsLast;

struct NormSumCase {
  int64_t channels;
  bool relu, masked;         // of the sum
  bool has_terms, has_mask;  // a board bias and two residuals; boards smaller than the canvas
};

/// The tensors of a layer, which are differentiated, and what one way of computing it gives.
struct Computed {
  at::Tensor y;
  std::vector<at::Tensor> gradients;
  at::Tensor mean, variance;  // running
};

class NormSumTest : public testing::TestWithParam<NormSumCase> {
 protected:
  static constexpr int64_t kBoards = 11, kSide = 7;

  NormSumTest() {
    at::manual_seed(1);
    const int64_t channels = case_.channels;
    const auto squares = [&] {
      return at::randn({kBoards, channels, kSide, kSide}).contiguous(kLayout).requires_grad_(true);
    };
    x_ = squares();
    layer_ = {.weight = (0.1 * at::randn({channels, channels, 3, 3})).requires_grad_(true),
              .bias = at::randn({channels}).requires_grad_(true),
              .scale = at::randn({channels}).requires_grad_(true)};
    if (case_.has_terms) {
      terms_ = {at::randn({kBoards, channels}).requires_grad_(true), squares(), squares()};
    }
    if (case_.has_mask) {
      input_.mask = at::zeros({kBoards, 1, kSide, kSide});
      input_.mask.narrow(0, 0, 6).narrow(2, 0, 5).narrow(3, 0, 5).fill_(1);
      input_.mask.narrow(0, 6, kBoards - 6).fill_(1);
    }
    weights_of_y_ = at::randn({kBoards, channels, kSide, kSide});
  }

  /// Computes the layer and the gradients of a weighted sum of its results.
  template <typename Compute>
  Computed Run(const Compute& compute) {
    layer_.mean = at::zeros({case_.channels});
    layer_.variance = at::ones({case_.channels});
    std::vector<at::Tensor> inputs = {x_, layer_.weight, layer_.bias, layer_.scale};
    inputs.insert(inputs.end(), terms_.begin(), terms_.end());
    for (at::Tensor& input : inputs) input.mutable_grad() = at::Tensor();
    Computed computed{
        .y = compute(), .gradients = {}, .mean = layer_.mean, .variance = layer_.variance};
    (computed.y * weights_of_y_).sum().backward();
    for (const at::Tensor& input : inputs) computed.gradients.push_back(input.grad());
    return computed;
  }
  Computed RunInOnePass() {
    return Run([&] {
      NormSum sum{.relu = case_.relu, .masked = case_.masked};
      if (case_.has_terms) {
        sum.board_bias = terms_[0];
        sum.residuals = {terms_[1], terms_[2]};
      }
      return AddNormalized(Convolve(x_, layer_, input_, true), layer_, input_.mask, sum);
    });
  }
  /// By LibTorch's operators, as on other devices.
  Computed RunByOperators() {
    return Run([&] {
      at::Tensor y = ConvNorm(x_, layer_, input_, true, false);
      if (case_.has_terms) y = y + PerSquare(terms_[0], y) + terms_[1] + terms_[2];
      if (case_.relu) y = at::relu(y);
      return case_.masked ? Masked(y, input_) : y;
    });
  }

  const NormSumCase case_ = GetParam();
  at::Tensor x_, weights_of_y_;
  std::vector<at::Tensor> terms_;  // the board bias and the residuals
  LayerWeights layer_;
  NetworkInput input_;
};

void ExpectClose(const at::Tensor& actual, const at::Tensor& expected, const char* what) {
  ASSERT_EQ(actual.sizes(), expected.sizes()) << what;
  const double scale = expected.abs().max().item<double>();
  EXPECT_LT((actual - expected).abs().max().item<double>(), 1e-5 * scale) << what;
}

TEST_P(NormSumTest, EqualsLibTorchsOperators) {
  const Computed actual = RunInOnePass(), expected = RunByOperators();
  ExpectClose(actual.y, expected.y, "y");
  ExpectClose(actual.mean, expected.mean, "mean");
  ExpectClose(actual.variance, expected.variance, "variance");
  ASSERT_EQ(actual.gradients.size(), expected.gradients.size());
  for (size_t i = 0; i < actual.gradients.size(); ++i) {
    ExpectClose(actual.gradients[i], expected.gradients[i], std::to_string(i).c_str());
  }
}

TEST_P(NormSumTest, DoesNotDependOnTheNumberOfThreads) {
  const int threads = at::get_num_threads();
  at::set_num_threads(1);
  const Computed one = RunInOnePass();
  at::set_num_threads(3);
  const Computed three = RunInOnePass();
  at::set_num_threads(threads);
  EXPECT_TRUE(at::equal(one.y, three.y));
  EXPECT_TRUE(at::equal(one.variance, three.variance));
  EXPECT_TRUE(at::equal(one.gradients[3], three.gradients[3]));  // of the scale
}

// Vectors of every size; each of ReLU, mask and additions alone and together.
INSTANTIATE_TEST_SUITE_P(Layers, NormSumTest,
                         testing::Values(NormSumCase{48, true, true, true, true},
                                         NormSumCase{24, true, true, true, false},
                                         NormSumCase{8, false, false, false, false},
                                         NormSumCase{16, true, false, true, true},
                                         NormSumCase{32, false, true, false, true},
                                         NormSumCase{8, false, false, true, true}));

}  // namespace
}  // namespace raichi
