#include "nn/network/packed_conv.h"

#include <gtest/gtest.h>

namespace raichi {
namespace {

constexpr int kBatch = 8;
constexpr int kSize = 9;
constexpr auto kChannelsLast = at::MemoryFormat::ChannelsLast;

/// Returns a tensor of the numbers 0, 1, 2, … in a scrambled order and scaled to [-1, 1].
at::Tensor Numbers(at::IntArrayRef shape) {
  at::Tensor numbers = at::empty(shape);
  const int64_t count = numbers.numel();
  return at::arange(count)
      .mul(7919)
      .remainder(count)
      .mul(2.0 / static_cast<double>(count))
      .sub(1)
      .view(shape);
}

class PackedConvTest : public testing::TestWithParam<int> {
 protected:
  const int64_t side_ = GetParam();
  const LayerWeights layer_{.weight = Numbers({16, 8, side_, side_}).contiguous(kChannelsLast),
                            .bias = Numbers({16})};
  const at::Tensor input_ = Numbers({kBatch, 8, kSize, kSize});
};

TEST_P(PackedConvTest, AnswersChannelsLastWhateverItIsGiven) {
  const PackedConv conv(layer_, true, kBatch, kSize);
  const at::Tensor expected =
      at::relu(at::conv2d(input_, layer_.weight, layer_.bias, 1, side_ / 2));
  for (const at::Tensor& input : {input_, input_.contiguous(kChannelsLast),
                                  input_.transpose(2, 3).contiguous().transpose(2, 3)}) {
    const at::Tensor output = conv.Apply(input);
    EXPECT_TRUE(output.is_contiguous(kChannelsLast));
    EXPECT_TRUE(output.allclose(expected, 1e-4, 1e-4));
  }
}

INSTANTIATE_TEST_SUITE_P(Sides, PackedConvTest, testing::Values(1, 3));

}  // namespace
}  // namespace raichi
