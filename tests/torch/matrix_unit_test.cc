#include "nn/cpu/matrix_unit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "nn/cpu/block_product.h"
#include "tests/torch/random_numbers.h"

namespace raichi {
namespace {

float ToFloat(Bf16 x) { return std::bit_cast<float>(uint32_t{x.bits} << 16); }

/// Rows that fill blocks and that do not, and depths of one block and of several.
TEST(MatrixUnitTest, MultipliesAsNumbers) {
  for (const size_t depth : {8, 24, 32, 48, 80, 128}) {
    for (const size_t columns : {16, 32, 48, 96}) {
      if (!MatrixUnit::Suits(depth, columns)) GTEST_SKIP() << "this processor has no such unit";
      for (const size_t rows : {1, 9, 16, 18, 32, 47, 81}) {
        std::vector<Bf16> a((rows + MatrixUnit::kBlockRows) * depth);
        for (size_t i = 0; const float x : RandomNumbers(a.size(), 3)) a[i++] = ToBf16(x);
        const std::vector<float> numbers = RandomNumbers(depth * columns, 4);
        const AlignedVector<Bf16> b = PairRows<Bf16>(numbers, columns);
        std::vector<float> c(rows * columns + 1, 7);
        MatrixUnit(depth).Multiply({a.data(), depth}, b.data(), rows, columns, c.data());
        for (size_t i = 0; i < rows * columns; ++i) {
          double sum = 0;
          for (size_t k = 0; k < depth; ++k) {
            sum += double{ToFloat(a[i / columns * depth + k])} *
                   double{ToFloat(ToBf16(numbers[k * columns + i % columns]))};
          }
          ASSERT_NEAR(c[i], sum, 1e-5 * std::sqrt(static_cast<double>(depth)))
              << depth << ' ' << columns << ' ' << rows << ' ' << i;
        }
        ASSERT_EQ(c.back(), 7) << "a number behind the result";
      }
    }
  }
}

TEST(MatrixUnitTest, SuitsWholeBlocksOfColumnsOnly) {
  EXPECT_FALSE(MatrixUnit::Suits(32, 24));
  EXPECT_FALSE(MatrixUnit::Suits(30, 32));
}

}  // namespace
}  // namespace raichi
