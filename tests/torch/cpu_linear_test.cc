#include <gtest/gtest.h>

#include "nn/cpu/cpu_layers.h"
#include "tests/torch/random_numbers.h"

namespace raichi {
namespace {

TEST(CpuLinearTest, MultipliesEveryRowAndFillsItUpWithZeros) {
  constexpr size_t kIn = 7, kStep = 9, kRows = 17;
  for (const size_t out : {1, 5, 8, 24, 36, 48, 64}) {
    const FoldedLayer layer{RandomNumbers(out * kIn, 1), RandomNumbers(out, 2)};
    const CpuLinear linear(layer);
    EXPECT_EQ(linear.in(), kIn);
    ASSERT_GE(linear.out(), out);
    EXPECT_EQ(linear.out() % 8, 0U);
    const std::vector<float> x = RandomNumbers(kRows * kStep, 3);
    for (size_t rows = 0; rows <= kRows; ++rows) {
      std::vector<float> y(rows * linear.out(), 7);
      linear.Apply(x.data(), kStep, rows, y.data());
      for (size_t i = 0; i < y.size(); ++i) {
        const size_t row = i / linear.out(), column = i % linear.out();
        float expected = column < out ? layer.bias[column] : 0;
        for (size_t k = 0; column < out && k < kIn; ++k) {
          expected += x[row * kStep + k] * layer.weight[column * kIn + k];
        }
        ASSERT_NEAR(y[i], expected, 1e-5) << out << ' ' << rows << ' ' << i;
      }
    }
  }
}

}  // namespace
}  // namespace raichi
